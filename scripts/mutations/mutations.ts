// Mutations that the fast tests must find: of each filter, order, masked field, trigger and member of the dialect, and
// of what hides private venues.
import { eventTable } from '../../src/resources/events/fields/table.ts';
import { eventFilters, filterNames } from '../../src/resources/events/list/filters.ts';
import { eventOrderings } from '../../src/resources/events/list/orders.ts';
import { visible } from '../../src/resources/records/field-table.ts';

export interface Mutation {
  name: string;
  /** A text that identifies the file to change, since files may move. */
  place: string;
  /** Throws if it can no longer be applied. */
  change(text: string): string;
  /** Patterns of the test files below `test/` that may find it. */
  tests: readonly string[];
  /** Only slow tests have enough events. */
  isSlow?: boolean;
}

const append =
  (code: string) =>
  (text: string): string =>
    `${text}\n${code}\n`;

const replaceOnce =
  (old: string, replacement: string) =>
  (text: string): string => {
    if (text.split(old).length !== 2) throw new Error(`"${old}" occurs ${text.split(old).length - 1} times`);
    return text.replace(old, () => replacement);
  };

const filterTests = [
  'api/lists/every-filter',
  'api/lists/filters-events',
  'api/lists/filters-model',
  'api/access/leaks',
];

const filters: Mutation[] = filterNames.flatMap((name) => {
  const place = 'export const eventFilters =';
  const set = (code: string) => append(`Object.assign(eventFilters.${name}, { ${code} });`);
  const { hiddenByMask, dependsOn } = eventFilters[name];
  const ignored = {
    name: `filter ${name} is ignored`,
    place,
    change: set('read: () => undefined'),
    tests: filterTests,
  };
  const unmasked = { name: `filter ${name} finds masked events`, place, change: set('hiddenByMask: false') };
  const stale = { name: `filter ${name} does not depend on related records`, place, change: set(`dependsOn: 'event'`) };
  return [
    ignored,
    // Hidden events are listed only for callers who see them unmasked.
    ...(hiddenByMask && name !== 'hidden'
      ? [{ ...unmasked, tests: [...filterTests, 'api/access/hidden-by-checks'] }]
      : []),
    ...(dependsOn === 'related' ? [{ ...stale, isSlow: true, tests: ['api/caches/total-cache'] }] : []),
  ];
});

const orders: Mutation[] = eventOrderings.map((name) => ({
  name: `order ${name} is by id`,
  place: 'export type EventOrdering = keyof typeof orders',
  change: append(`Object.assign(orders.${name}, { columns: () => [sql\`-e.id\`] });`),
  tests: ['api/lists/every-order', 'api/lists/filters-events', 'api/lists/cursors', 'api/lists/filters-model'],
}));

const privateVenues: Mutation[] = [
  {
    name: 'the filter located counts private venues',
    place: 'export const locatedVenues =',
    change: replaceOnce("visibleById('v', { caller, now })", 'sql`1 = 1`'),
    tests: ['api/lists/every-filter'],
  },
  {
    name: 'the order distance counts private venues',
    place: 'export type EventOrdering = keyof typeof orders',
    change: replaceOnce("visibleById('v', { caller, now })", 'sql`1 = 1`'),
    tests: ['api/lists/every-order'],
  },
];

/** Routes add fields that are shown `later` only to unmasked events, and custom fields are always empty. */
const isMaskable = ([name, row]: [string, unknown]): boolean => {
  const reply = (row as { reply?: { masked?: unknown; show?: unknown } }).reply;
  return name !== 'custom_fields' && reply !== undefined && reply.masked !== visible && reply.show !== 'later';
};

const masks: Mutation[] = Object.entries(eventTable)
  .filter(isMaskable)
  .map(([name]) => ({
    name: `field ${name} is not masked`,
    place: 'export const eventTable =',
    change: append(`Object.assign(eventTable.${name}.reply, { masked: visible });`),
    tests: ['api/access/masked-members'],
  }));

const dialectTests = [
  'api/search/include-search',
  'api/search/short-words',
  'api/lists/filters-events',
  'api/lists/filters-related',
  'api/fields/same-slug',
];
const dialectMutation = (
  member: string,
  old: string,
  broken: string,
  tests: readonly string[] = dialectTests,
): Mutation => ({
  name: `dialect: ${member}`,
  place: 'export const sqliteDialect: Dialect =',
  change: replaceOnce(old, broken),
  tests,
});

const dialect: Mutation[] = [
  dialectMutation('textsWith omits texts that are not indexed yet', 'union all select', 'except select', [
    'sqlite/unindexed-texts',
    ...dialectTests,
  ]),
  dialectMutation('textsWith treats short terms as long', 'letters.length < trigram', 'false'),
  dialectMutation('textsWith ignores the end of long phrases', 'letters.length > maxIndexedLetters', 'false', [
    'sqlite/long-phrases',
  ]),
  dialectMutation(
    'textsWith confuses the indexes of events and other records',
    'indexes.event : indexes.other',
    'indexes.other : indexes.event',
  ),
  dialectMutation('isAmong is negated', ' in (select value from json_each', ' not in (select value from json_each', [
    'api',
  ]),
  dialectMutation('contains searches titles only', 'const body = titleOnly ?', 'const body = true ?'),
  dialectMutation('contains ignores titleOnly', 'const body = titleOnly ?', 'const body = false ?', [
    'api/access/leaks',
    ...dialectTests,
  ]),
  dialectMutation('findsAny is negated', 'sql<SqlBool>`exists (', 'sql<SqlBool>`not exists (', ['api']),
  dialectMutation('lastNumber is behind', 'select max(\n', 'select min(\n', ['store/dialect']),
  dialectMutation('setLastNumber does nothing', "sql like '%autoincrement%'", "sql like '%nothing%'", [
    'store/dialect',
  ]),
  dialectMutation('isUniqueViolation is always false', 'uniqueViolations.includes(', '[].includes(', ['store/dialect']),
];

/** A later migration may have replaced a trigger, so that each is dropped after the last one. */
const triggers = (migrations: readonly string[]): Mutation[] => {
  const names = migrations.flatMap((text) => Array.from(text.matchAll(/^create trigger (\w+)/gm), ([, name]) => name));
  return [...new Set(names)].map((name) => ({
    name: `without the trigger ${name}`,
    place: migrations.at(-1) as string,
    change: append(`drop trigger ${name};`),
    tests: ['store/triggers'],
  }));
};

/** `migrations` are the texts of SQLite's, in their order. */
export const allMutations = (migrations: readonly string[]): Mutation[] => [
  ...filters,
  ...orders,
  ...privateVenues,
  ...masks,
  ...dialect,
  ...triggers(migrations),
];
