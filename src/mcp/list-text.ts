// A page of a list as text, one line per record, for clients that ignore structured content.
import type { ChangeKind } from '../core/kinds.ts';

type Item = Readonly<Record<string, unknown>>;

export function listText(
  kind: ChangeKind,
  items: readonly Item[],
  { total, cursor }: { total: number; cursor: string | undefined },
): string {
  const head = items.length === 0 ? 'Nothing found.' : `${items.length} of ${total}:`;
  const lines = items.map((item) => `#${item['id']} ${kind === 'event' ? eventLine(item) : lineOf(kind, item)}`);
  return [head, ...lines, ...(cursor === undefined ? [] : [`More with cursor ${cursor}`])].join('\n');
}

function eventLine(event: Item): string {
  const { title, status, event_status, attendance_mode, cost, url } = event;
  return joined([
    title,
    event_status === 'scheduled' ? '' : String(event_status).replace('_', ' '),
    whenOf(event),
    attendance_mode === 'online' ? 'online' : '',
    namesOf(event['venue'], 'venue'),
    namesOf(event['organizer'], 'organizer'),
    namesOf(event['categories'], 'name'),
    cost,
    status === 'publish' ? '' : status,
    url,
  ]);
}

function whenOf({ start_date, end_date, timezone, all_day }: Item): string {
  const [startDay, startTime] = String(start_date).split(' ');
  const [endDay, endTime] = String(end_date).split(' ');
  if (all_day) return startDay === endDay ? `${startDay}, all day` : `${startDay} to ${endDay}, all day`;
  const end = startDay === endDay ? endTime?.slice(0, 5) : `${endDay} ${endTime?.slice(0, 5)}`;
  return `${startDay} ${startTime?.slice(0, 5)} to ${end} (${timezone})`;
}

const lineOf = (kind: ChangeKind, item: Item): string =>
  kind === 'venue' || kind === 'organizer'
    ? joined([item[kind], item['address'], item['city'], item['country'], item['email'], item['url']])
    : joined([
        item['name'],
        `slug ${item['slug']}`,
        item['parent'] ? `below #${item['parent']}` : '',
        item['count'] === 1 ? '1 event' : `${item['count']} events`,
      ]);

/** Names of one or several related records. */
const namesOf = (related: unknown, member: string): string =>
  [related ?? []]
    .flat()
    .map((record) => (record as Item)[member])
    .filter((name) => typeof name === 'string' && name !== '')
    .join(', ');

const joined = (parts: readonly unknown[]): string =>
  parts
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' | ')
    .replace(/\s+/g, ' ');
