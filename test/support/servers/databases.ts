import pg from 'pg';

export const onDatabase = (url: string, sql: string): Promise<void> =>
  connected(url, async (client) => void (await client.query(sql)));

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export const databaseAt = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;

/** Creates a database on the server, empty or as a copy of another one; returns its URL. */
export async function createDatabase(server: string, name: string, template = 'template0'): Promise<string> {
  await connected(server, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    // A tenth of the work of writing every page to the log. PostgreSQL 14 has no other strategy, and no word for it.
    const strategy = Number(rows[0]?.version) >= 150_000 ? 'strategy file_copy' : '';
    await client.query(`create database ${name} encoding 'UTF8' template ${template} ${strategy}`);
  });
  return databaseAt(server, name);
}
