// Takes the elements of a page's lists, one by one, to where their kind is merged.
import type { RelatedKind, Taxonomy } from '../../store/schema.ts';
import type { Reporter, Subject } from '../report.ts';
import { readEvent } from '../rest/event.ts';
import { labelOf } from '../rest/texts.ts';
import { type PageContext, type SourceEvent, Unusable } from '../rest/types.ts';
import { idOf, isBare, isRecord, plainOf, type RawRecord } from '../rest/values.ts';
import type { Section } from '../source/survey.ts';
import { createNotes, type MergeMemory, memoryKey, type Notes } from './context.ts';
import type { EventMerger, ReadyEvent } from './events.ts';
import type { RelatedMerger } from './linked.ts';
import type { TermMerger } from './terms.ts';

export interface Mergers {
  terms: TermMerger;
  linked: RelatedMerger;
  events: EventMerger;
}

export interface Place {
  section: Section;
  page: PageContext;
  source: string;
  /** `events[3]`, for what has no title. */
  place: string;
}

export interface Taker {
  take(value: unknown, place: Place): Promise<void>;
  /** Merges what is still waiting. */
  finish(): Promise<void>;
}

/** Events that are merged at once. */
const batchSize = 200;

export function createTaker(reporter: Reporter, memory: MergeMemory, mergers: Mergers): Taker {
  const { met, isLive } = memory;
  let waiting: ReadyEvent[] = [];

  async function finish(): Promise<void> {
    if (waiting.length > 0) await mergers.events.merge(waiting);
    waiting = [];
  }

  async function takeEvent(raw: RawRecord, subject: Subject, page: PageContext): Promise<void> {
    try {
      const notes = createNotes(reporter, subject);
      const event = readEvent(raw, page, notes.add);
      const memo = memoryKey('event', event.key);
      if (met.has(memo)) {
        if (!isLive) reporter.skip('events', subject, 'comes more than once; the first one is taken');
        return;
      }
      met.set(memo, undefined);
      waiting.push({ event, subject, notes, ...(await resolveNamed(event, subject.source, mergers, notes)) });
      if (waiting.length >= batchSize) await finish();
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      reporter.skip('events', subject, error.message, error.detail);
    }
  }

  return {
    finish,
    async take(value, { section, page, source, place }) {
      if (!isRecord(value)) return reporter.skip(section, { source, record: place }, 'is not an object');
      if (section === 'events') return takeEvent(value, subjectOf(value, source, place), page);
      if (isBare(value)) return reporter.skip(section, { source, record: place }, 'has no name');
      const kind = singular[section];
      if (kind === 'category' || kind === 'tag') await mergers.terms.resolve(value, kind, page, source);
      else await mergers.linked.resolve(value, kind, page, source);
    },
  };
}

const singular: Readonly<Record<Exclude<Section, 'events'>, RelatedKind | Taxonomy>> = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
};

function subjectOf(raw: RawRecord, source: string, place: string): Subject {
  const title = plainOf(raw['title'], raw);
  const id = idOf(raw['id']);
  return { source, record: title === '' && id === undefined ? place : labelOf('event', id, title) };
}

async function resolveNamed(
  { linked, terms, context }: SourceEvent,
  source: string,
  mergers: Mergers,
  notes: Notes,
): Promise<Pick<ReadyEvent, 'links' | 'terms'>> {
  const links: ReadyEvent['links'] = { venue: [], organizer: [] };
  const named: ReadyEvent['terms'] = { category: [], tag: [] };
  const add = (list: number[], id: number | undefined, kind: string, raw: RawRecord) => {
    if (id === undefined)
      notes.add(`names ${article(kind)} that cannot be taken over; comes without it`, textOfId(raw));
    else if (!list.includes(id)) list.push(id);
  };
  for (const { kind, raw } of linked)
    add(links[kind], await mergers.linked.resolve(raw, kind, context, source), kind, raw);
  for (const { kind, raw } of terms)
    add(named[kind], await mergers.terms.resolve(raw, kind, context, source), kind, raw);
  return { links, terms: named };
}

const textOfId = (raw: RawRecord): string => String(idOf(raw['id']) ?? plainOf(raw['name'], raw));

const article = (kind: string): string => (kind === 'organizer' ? 'an organizer' : `a ${kind}`);
