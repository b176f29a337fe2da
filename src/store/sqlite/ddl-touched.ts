// Migration 5: a log of the rows that replies are made of, kept by triggers so that no way of writing can pass it by.

const touch = (number: string): string => `insert into touched (record) values (${number});`;

/** A trigger for each of the operations on the table. */
const log = (table: string, column: string, sign: '' | '-', operations: readonly string[]): string[] =>
  operations.map((operation) => {
    const [verb] = operation.split(' ');
    const number = (row: string) => touch(`${sign}${row}.${column}`);
    const numbers = verb === 'insert' ? number('new') : number('old');
    const moved = verb === 'update' && column !== 'id' ? number('new') : '';
    return `create trigger touched_${table}_${verb} after ${operation} on ${table} begin ${numbers} ${moved} end`;
  });

/** What a term is counted by changes with every event, and is read anew each time. */
const termColumns = 'external_id, parent_id, taxonomy, modified_at, language';

export const touched: readonly string[] = [
  // Terms as negative numbers: theirs are numbers of their own. The lowest rows go, so numbers only rise.
  `create table touched (seq integer primary key, record integer not null) strict`,
  `create trigger touched_insert after insert on touched when new.seq % 1024 = 0 begin
    delete from touched where seq <= new.seq - 8192;
  end`,
  // A new event, venue, organizer or term was shown to nobody; links to it tell of themselves.
  ...log('events', 'id', '', ['update', 'delete']),
  ...log('linked_records', 'id', '', ['update', 'delete']),
  ...log('media', 'id', '', ['insert', 'update', 'delete']),
  ...log('terms', 'id', '-', [`update of ${termColumns}`, 'delete']),
  ...log('record_texts', 'record_id', '', ['insert', 'update', 'delete']),
  ...log('term_texts', 'term_id', '-', ['insert', 'update', 'delete']),
  ...log('event_links', 'event_id', '', ['insert', 'update of event_id, kind, position, record_id', 'delete']),
  ...log('event_terms', 'event_id', '', ['insert', 'update of event_id, term_id', 'delete']),
];
