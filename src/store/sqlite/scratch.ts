// Maps that may outgrow memory, in a temporary database that SQLite deletes when it is closed.
import BetterSqlite3 from 'better-sqlite3';

/** A `Map` of JSON values, in the order of insertion. Entries may be changed while they are iterated. */
export interface DiskMap<Value> extends Iterable<[key: string, value: Value]> {
  has(key: string): boolean;
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export interface Scratch {
  createMap<Value>(): DiskMap<Value>;
}

const cacheKiB = 8 * 1024;

export async function withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const db = new BetterSqlite3('');
  try {
    db.pragma(`cache_size = -${cacheKiB}`);
    db.pragma('journal_mode = off');
    let maps = 0;
    return await work({ createMap: () => createMap(db, `map_${++maps}`) });
  } finally {
    db.close();
  }
}

const entriesAtOnce = 500;

interface Entry {
  rowid: number;
  key: string;
  value: string;
}

function createMap<Value>(db: BetterSqlite3.Database, table: string): DiskMap<Value> {
  db.exec(`create table ${table} (key text not null unique, value text not null)`);
  const find = db.prepare<[string], { value: string }>(`select value from ${table} where key = ?`);
  const next = db.prepare<[number], Entry>(
    `select rowid, key, value from ${table} where rowid > ? order by rowid limit ${entriesAtOnce}`,
  );
  const put = db.prepare<[string, string]>(
    `insert into ${table} (key, value) values (?, ?) on conflict (key) do update set value = excluded.value`,
  );
  return {
    has: (key) => find.get(key) !== undefined,
    get(key) {
      const found = find.get(key);
      return found && (JSON.parse(found.value) as Value);
    },
    set: (key, value) => void put.run(key, JSON.stringify(value)),
    *[Symbol.iterator]() {
      for (let last = 0; ; ) {
        const entries = next.all(last);
        for (const { key, value } of entries) yield [key, JSON.parse(value) as Value];
        if (entries.length < entriesAtOnce) return;
        last = (entries.at(-1) as Entry).rowid;
      }
    },
  };
}
