// Migration 3: a log of the rows that replies are made of, kept by triggers so that no way of writing can pass it by.

type Operation = 'insert' | 'update' | 'delete';

interface Source {
  table: string;
  /** What is put into the log, of a row before its column: a minus for terms, which have numbers of their own. */
  sign: '' | '-';
  column: string;
  operations: readonly Operation[];
  /** Of the columns that a reply shows, where others change often. */
  columns?: string;
}

/** Rows made or taken away are logged once for a whole statement, changed ones one by one. */
function log({ table, sign, column, operations, columns }: Source): string[] {
  const own = (name: string, body: string, when: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${when} execute function ${name}()`,
  ];
  const rows = { insert: 'new', delete: 'old' } as const;
  return operations.flatMap((operation) => {
    const name = `touched_${table}_${operation}`;
    if (operation !== 'update')
      return own(
        name,
        `insert into touched (record) select distinct ${sign}${column} from changed;`,
        `${operation} on ${table} referencing ${rows[operation]} table as changed for each statement`,
      );
    const moved = `if new.${column} <> old.${column} then insert into touched (record) values (${sign}new.${column}); end if;`;
    return own(
      name,
      `insert into touched (record) values (${sign}old.${column}); ${moved}`,
      `update ${columns === undefined ? '' : `of ${columns}`} on ${table} for each row`,
    );
  });
}

const all: readonly Operation[] = ['insert', 'update', 'delete'];
const later: readonly Operation[] = ['update', 'delete'];

export const touched: readonly string[] = [
  // The lowest rows go, so numbers only rise.
  `create table touched (seq bigint generated always as identity primary key, record bigint not null)`,
  `create function prune_touched() returns trigger language plpgsql as $$
    begin delete from touched where seq <= new.seq - 8192; return null; end $$`,
  `create trigger touched_insert after insert on touched for each row when (new.seq % 1024 = 0)
    execute function prune_touched()`,
  // A new event, venue, organizer or term was shown to nobody; links to it tell of themselves.
  ...log({ table: 'events', sign: '', column: 'id', operations: later }),
  ...log({ table: 'linked_records', sign: '', column: 'id', operations: later }),
  ...log({ table: 'media', sign: '', column: 'id', operations: all }),
  // What a term is counted by changes with every event, and is read anew each time.
  ...log({
    table: 'terms',
    sign: '-',
    column: 'id',
    operations: later,
    columns: 'external_id, parent_id, taxonomy, modified_at, language',
  }),
  ...log({ table: 'record_texts', sign: '', column: 'record_id', operations: all }),
  ...log({ table: 'term_texts', sign: '-', column: 'term_id', operations: all }),
  ...log({
    table: 'event_links',
    sign: '',
    column: 'event_id',
    operations: all,
    columns: 'event_id, kind, position, record_id',
  }),
  ...log({ table: 'event_terms', sign: '', column: 'event_id', operations: all, columns: 'event_id, term_id' }),
];
