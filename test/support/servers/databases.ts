import pg from 'pg';

export async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export const databaseAt = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;

/** Creates a database on the server, empty or as a copy of another one; returns its URL. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await onDatabase(server, `create database ${name} encoding 'UTF8' template ${template ?? 'template0'}`);
  return databaseAt(server, name);
}
