import { listUsers } from '../../resources/users/repository.ts';
import type { LinkedKind, Taxonomy } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import type { ImportTask } from '../import.ts';
import { readEvent } from '../pages/event.ts';
import { siteOf } from '../pages/keys.ts';
import { labelOf } from '../pages/texts.ts';
import { type PageContext, Unusable } from '../pages/types.ts';
import { idOf, isRecord, plainOf, type RawRecord } from '../pages/values.ts';
import type { Subject } from '../report.ts';
import { readPieces } from '../source/read-pieces.ts';
import { type Section, sectionOf, type Survey } from '../source/survey.ts';
import { type MergeContext, noteOn } from './context.ts';
import { createEventMerger, type ReadyEvent } from './events.ts';
import { createIdSpace } from './ids.ts';
import { createLinkedMerger } from './linked.ts';
import { createSlugBook } from './slugs.ts';
import { createTermMerger, type TermMerger } from './terms.ts';
import { settleCounts, settleParents } from './tree.ts';

/** Events that are merged at once. */
const batchSize = 200;

/** Merges pages of the interface, in the order in which they are given. */
export async function mergePages(surveys: readonly Survey[], task: ImportTask): Promise<void> {
  const { db, now, reporter } = task;
  const highest = (of: (survey: Survey) => number) => Math.max(0, ...surveys.map(of));
  const ids = createIdSpace(db, highest((survey) => survey.maxRecordId));
  const context: MergeContext = { db, now, reporter, ids, slugs: createSlugBook(db), authorId: await importAuthor(db) };
  const terms = await createTermMerger(context, highest((survey) => survey.maxTermId));
  const mergers = { terms, linked: createLinkedMerger(context), events: createEventMerger(context) };
  const batch = createBatch(mergers);
  const take = createTaker(task, mergers, batch);
  for (const survey of surveys) {
    const { source } = survey;
    const site = siteOf(survey.members['rest_url']) || source.site;
    const page: PageContext = { zones: task.zones, siteZone: task.siteZone, language: task.language, site };
    noteFurtherPages(survey, task);
    for await (const piece of readPieces(source, task.limits)) {
      const section = piece.kind === 'element' ? sectionOf(piece.key) : undefined;
      if (piece.kind !== 'element' || section === undefined) continue;
      await take(piece.value, { section, page, source: source.name, place: `${section}[${piece.index}]` });
      await task.step();
    }
  }
  await batch.flush();
  await settleParents(context, terms);
  await settleCounts(context, terms, mergers.events.touchedTerms);
}

/** The first administrator, else the first user, else the one whom the first start of the service makes. */
async function importAuthor(db: Reader): Promise<number> {
  const users = await listUsers(db);
  return (users.find(({ role }) => role === 'administrator') ?? users[0])?.id ?? 1;
}

interface Mergers {
  terms: TermMerger;
  linked: ReturnType<typeof createLinkedMerger>;
  events: ReturnType<typeof createEventMerger>;
}

function createBatch({ events }: Mergers) {
  let waiting: ReadyEvent[] = [];
  const flush = async () => {
    if (waiting.length > 0) await events.merge(waiting);
    waiting = [];
  };
  return {
    flush,
    async add(event: ReadyEvent): Promise<void> {
      waiting.push(event);
      if (waiting.length >= batchSize) await flush();
    },
  };
}

interface Place {
  section: Section;
  page: PageContext;
  source: string;
  /** `events[3]`, for what has no title. */
  place: string;
}

const singular: Readonly<Record<Exclude<Section, 'events'>, LinkedKind | Taxonomy>> = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
};

/** Takes one element of a list. */
function createTaker({ reporter }: ImportTask, mergers: Mergers, batch: ReturnType<typeof createBatch>) {
  const seen = new Set<string>();
  return async (value: unknown, { section, page, source, place }: Place): Promise<void> => {
    if (!isRecord(value)) return reporter.skip(section, { source, record: place }, 'is not an object');
    if (section !== 'events') {
      const kind = singular[section];
      if (kind === 'category' || kind === 'tag') await mergers.terms.resolve(value, kind, page, source);
      else await mergers.linked.resolve(value, kind, page, source);
      return;
    }
    const title = plainOf(value['title']);
    const id = idOf(value['id']);
    const subject: Subject = { source, record: title === '' && id === undefined ? place : labelOf('event', id, title) };
    try {
      const event = readEvent(value, page, noteOn(reporter, subject));
      if (seen.has(event.key)) return reporter.skip('events', subject, 'comes more than once; the first one is taken');
      seen.add(event.key);
      await batch.add({ event, subject, ...(await resolveNamed(event, subject, mergers, reporter)) });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      reporter.skip('events', subject, error.message, error.detail);
    }
  };
}

async function resolveNamed(
  { linked, terms, context }: ReadyEvent['event'],
  subject: Subject,
  mergers: Mergers,
  reporter: ImportTask['reporter'],
): Promise<Pick<ReadyEvent, 'links' | 'terms'>> {
  const links: ReadyEvent['links'] = { venue: [], organizer: [] };
  const named: ReadyEvent['terms'] = { category: [], tag: [] };
  const add = (list: number[], id: number | undefined, kind: string, raw: RawRecord) => {
    if (id === undefined) reporter.note(subject, `names a ${kind} that cannot be taken over; comes without it`, textOfId(raw));
    else if (!list.includes(id)) list.push(id);
  };
  for (const { kind, raw } of linked) add(links[kind], await mergers.linked.resolve(raw, kind, context, subject.source), kind, raw);
  for (const { kind, raw } of terms) add(named[kind], await mergers.terms.resolve(raw, kind, context, subject.source), kind, raw);
  return { links, terms: named };
}

const textOfId = (raw: RawRecord): string => String(idOf(raw['id']) ?? plainOf(raw['name']));

function noteFurtherPages({ source, members }: Survey, { reporter }: ImportTask): void {
  const next = members['next_rest_url'];
  // Fetched pages are followed by the next ones.
  if (typeof next !== 'string' || next === '' || /^https?:/.test(source.name)) return;
  reporter.note({ source: source.name, record: 'the page' }, 'has further pages, which are not in the file', next);
}
