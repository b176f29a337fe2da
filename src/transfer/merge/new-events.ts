// Events of a source that are not here yet.
import { insertEvents } from '../../resources/records/bulk.ts';
import type { EventRows } from '../../resources/records/bulk-rows.ts';
import { type MergeContext, memoryKey } from './context.ts';
import type { ReadyEvent } from './events.ts';
import { wantedSlug } from './slugs.ts';
import { noteParent } from './sub-events.ts';
import { newPublication } from './verdict.ts';

/** Answers their ids, by their keys at the source. */
export async function insertNewEvents(
  context: MergeContext,
  fresh: readonly ReadyEvent[],
): Promise<Map<string, number>> {
  const { db, reporter, slugs, ids, now } = context;
  const events = fresh.map(({ event }) => event);
  const wanted = events.map(({ id }) => id);
  const taken = await ids.take('event', wanted);
  await slugs.prepare('event', events.map(wantedSlug));
  const rows: EventRows[] = [];
  for (const [at, ready] of fresh.entries()) {
    const id = taken[at] as number;
    rows.push(await newRows(context, ready, id));
    context.memory.met.set(memoryKey('event', ready.event.key), id);
    noteParent(context, ready, id);
  }
  await insertEvents(db, rows, now);
  for (const { notes } of fresh) notes.tell();
  reporter.count('events', 'created', fresh.length);
  return new Map(events.map(({ key }, at) => [key, taken[at] as number]));
}

async function newRows(
  { now, authorOf, slugs, language: usual }: MergeContext,
  { event, links, terms }: ReadyEvent,
  id: number,
): Promise<EventRows> {
  const { language = usual, texts, columns, key } = event;
  const slug = await slugs.claim('event', wantedSlug(event), id);
  const own = {
    id,
    author_id: authorOf(event.author),
    language,
    external_id: key,
    password_hash: null,
    post_parent: 0,
    image_id: null,
    tickets: '[]',
  };
  return {
    row: { ...own, ...newPublication(event, now), ...columns },
    texts: [{ language, ...texts, slug }],
    links,
    termIds: termIdsOf({ terms }),
  };
}

export const termIdsOf = ({ terms }: Pick<ReadyEvent, 'terms'>): number[] => [...terms.category, ...terms.tag];
