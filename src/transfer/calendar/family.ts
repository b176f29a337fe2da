// All components of one UID become events that are ready to be merged.
import { idOfOwnUid } from '../../core/ical/uid.ts';
import { slugify } from '../../core/text/slug.ts';
import { createNotes, type Notes } from '../merge/context.ts';
import type { ReadyEvent } from '../merge/events.ts';
import { eventsById } from '../merge/repository.ts';
import { Unusable } from '../pages/types.ts';
import { TransferProblem } from '../problem.ts';
import type { Subject } from '../report.ts';
import { beside, type Told } from './beside.ts';
import type { ComponentText } from './components.ts';
import type { Window } from './expand.ts';
import { fitting, keyOfOccurrence, keyOfUid } from './keys.ts';
import type { CalendarMerge } from './merge.ts';
import { type Properties, readProperties } from './properties.ts';
import { type FileEvent, labelOfEvent, readFileEvent, recurrenceName, whenOf } from './read-event.ts';
import { isRecurring, type Occurrence, occurrencesOf } from './series.ts';
import { identityOf } from './survey.ts';
import { type FileTime, readTime, type TimeContext } from './times.ts';
import type { Unit } from './units.ts';

export interface FamilyReader {
  read(components: readonly ComponentText[]): Promise<Unit[]>;
  skipDouble(component: ComponentText): void;
  /** Recurring events so far. */
  readonly recurring: number;
}

/** Occurrences of all events of a file. */
const mostOfAll = 200_000;
/** Rules that give too many are costly to follow. */
const mostCut = 50;

interface Member {
  event: FileEvent;
  properties: Properties;
  occurrence: FileTime | undefined;
  subject: Subject;
  notes: Notes;
}

export function createFamilyReader(
  merge: CalendarMerge,
  times: TimeContext & { now: number },
  window: Window,
): FamilyReader {
  const { context, survey } = merge;
  const { reporter } = context;
  const source = survey.source.name;
  const isCancellation = survey.calendar?.isCancellation ?? false;
  let recurring = 0;
  let total = 0;
  let cut = 0;

  const subjectOf = (component: ComponentText, title?: string): Subject => ({
    source,
    record:
      title === undefined ? `event in line ${component.line}` : `${labelOfEvent(title)} in line ${component.line}`,
  });

  function readMember(component: ComponentText): Member | undefined {
    try {
      const properties = readProperties(component);
      const subject = subjectOf(component, properties.text('SUMMARY'));
      const notes = createNotes(reporter, subject);
      const read = readFileEvent(properties, keyOfUid(identityOf(component).uid, properties), times, notes.add);
      const event: FileEvent = isCancellation ? { ...read, status: 'trash', isCancelled: true } : read;
      const property = properties.first('RECURRENCE-ID');
      const occurrence = property && readTime(property, times, notes.add);
      if (property && occurrence === undefined) throw new Unusable('has a recurrence id that is no date');
      if (/THISANDFUTURE/i.test(property?.parameters['range'] ?? ''))
        notes.add('changes this occurrence and all later ones; only this one is changed');
      return { event, properties, occurrence, subject, notes };
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      reporter.skip('events', subjectOf(component), error.message, error.detail);
      return undefined;
    }
  }

  async function unitsOf(members: readonly Member[]): Promise<Unit[]> {
    const master = members.find(({ occurrence }) => occurrence === undefined);
    const changed = members.filter(({ occurrence }) => occurrence !== undefined);
    if (master === undefined) return single(changed);
    if (!isRecurring(master.properties) && changed.length === 0) return single([master]);
    return [await series(master, changed)];
  }

  /** Also occurrences whose series is not in the file. */
  async function single(members: readonly Member[]): Promise<Unit[]> {
    const units: Unit[] = [];
    for (const member of members) {
      const { event, occurrence } = member;
      const key = occurrence === undefined ? event.uid : keyOfOccurrence(event.uid, recurrenceName(occurrence));
      units.push({
        ready: await readyOf(member, key, event.start, { isPart: true }),
        children: [],
        isRecurring: false,
      });
    }
    return units;
  }

  async function series(master: Member, changed: readonly Member[]): Promise<Unit> {
    const { event, properties, notes } = master;
    const { occurrences, isCut } = occurrencesOf(properties, event, window, times, notes.add);
    recurring += 1;
    total += occurrences.length;
    if (total > mostOfAll)
      throw new TransferProblem(`${source} has more than ${mostOfAll} occurrences; choose a shorter --horizon.`);
    if (isCut) cut += 1;
    if (cut > mostCut) throw new Unusable('takes place far too often, as many others in the file');
    if (isCut) notes.add(`takes place more often than ${window.most} times; the first ones of the window are taken`);
    const byName = new Map(changed.map((member) => [recurrenceName(member.occurrence as FileTime), member]));
    if (occurrences.length + byName.size === 0) notes.add('is recurring, but not within the window');
    const parent = await readyOf(master, event.uid, event.start, { hide_from_listings: 1 });
    const children: ReadyEvent[] = [];
    for (const occurrence of occurrences) {
      if (!byName.has(occurrence.name) && !event.isCancelled) children.push(occurrenceOf(parent, master, occurrence));
    }
    // Of what is cancelled as a whole nothing takes place.
    for (const [name, member] of event.isCancelled ? [] : byName) {
      children.push(await readyOf(member, keyOfOccurrence(event.uid, name), member.event.start, {}));
    }
    return { ready: parent, children, isRecurring: true };
  }

  function occurrenceOf(parent: ReadyEvent, { event, subject }: Member, occurrence: Occurrence): ReadyEvent {
    const { name, start, length = event.length } = occurrence;
    const key = keyOfOccurrence(event.uid, name);
    const columns = { ...parent.event.columns, ...whenOf(start, length, times), hide_from_listings: 0 as const };
    const told: Told = { ...toldOf(event), hidden: false };
    const ready: ReadyEvent = {
      ...parent,
      knownId: undefined,
      // Said once, of the series.
      notes: createNotes(reporter, subject),
      event: { ...parent.event, key, columns, slug: slugOf(event.title, start) },
    };
    return { ...ready, against: (stored) => beside(ready, told, stored, taxonomyOf) };
  }

  const taxonomyOf = (id: number) => merge.terms.byId(id)?.taxonomy;

  async function readyOf(
    member: Member,
    key: string,
    start: FileTime,
    more: { hide_from_listings?: 1; isPart?: true },
  ): Promise<ReadyEvent> {
    const { event, subject, notes } = member;
    const imageId = await merge.images.find(event.image, notes.add);
    const { location } = event;
    const online = location?.kind === 'address' && event.url === undefined ? location.website : undefined;
    if (location?.kind === 'address') notes.add('has a web address as its place; it has no venue', location.website);
    const ready: ReadyEvent = {
      event: {
        key,
        id: undefined,
        status: event.status,
        publishedAt: event.publishedAt,
        modifiedAt: event.modifiedAt,
        isStampedAnew: true,
        language: event.language,
        texts: {
          title: event.title,
          description: event.description?.html ?? '',
          excerpt: '',
          website: event.url ?? online ?? '',
        },
        slug: member.occurrence === undefined ? '' : slugOf(event.title, start),
        columns: {
          ...whenOf(start, event.length, times),
          cost: event.cost ?? '',
          show_map: location?.kind === 'venue' ? 1 : 0,
          show_map_link: location?.kind === 'venue' ? 1 : 0,
          hide_from_listings: more.hide_from_listings ?? 0,
          sticky: 0,
          featured: 0,
          ...(imageId === undefined ? {} : { image_id: imageId }),
        },
        terms: [],
        linked: [],
        context: merge.page,
        author: '',
        parentKey: more.isPart && event.parentUid !== undefined ? fitting(event.parentUid) : undefined,
        isMasked: false,
        label: subject.record,
      },
      subject,
      notes,
      links: {
        venue: location?.kind === 'venue' ? [await merge.named.resolve(location.venue)] : [],
        organizer: await organizersOf(event),
      },
      terms: await termsOf(event),
      knownId: member.occurrence === undefined ? await ownId(event, start) : undefined,
      isOnlyForKnown: event.isCancelled,
    };
    const told: Told = { ...toldOf(event), hidden: more.hide_from_listings !== undefined };
    return { ...ready, against: (stored) => beside(ready, told, stored, taxonomyOf) };
  }

  async function organizersOf({ organizers = [] }: FileEvent): Promise<number[]> {
    const ids: number[] = [];
    for (const organizer of organizers) {
      const id = await merge.named.resolve(organizer);
      if (!ids.includes(id)) ids.push(id);
    }
    return ids;
  }

  async function termsOf({ categories = [], tags }: FileEvent): Promise<ReadyEvent['terms']> {
    const named: ReadyEvent['terms'] = { category: [], tag: [] };
    const { categoriesAs } = merge.task.files;
    for (const name of categories) {
      const known = merge.terms.find(name, categoriesAs === 'tag' ? ['tag', 'category'] : ['category', 'tag']);
      const taxonomy = known?.taxonomy ?? categoriesAs;
      const id = await merge.terms.named(taxonomy, [name]);
      if (!named[taxonomy].includes(id)) named[taxonomy].push(id);
    }
    for (const name of tags) {
      const id = await merge.terms.named('tag', [name]);
      if (!named.tag.includes(id)) named.tag.push(id);
    }
    return named;
  }

  /** Of an event that this calendar itself wrote into a file. */
  async function ownId({ uid, title }: FileEvent, start: FileTime): Promise<number | undefined> {
    const { ownHost } = merge.task.files;
    if (ownHost !== undefined) return idOfOwnUid(uid, ownHost);
    const id = /^(\d{1,15})@/.exec(uid)?.[1];
    if (id === undefined) return undefined;
    // Without knowing the own address only what says the same is taken for the same.
    const [stored] = await eventsById(context.db, [Number(id)]);
    const isSame =
      stored?.event.title === title &&
      (start.kind === 'day' ? stored.event.start_wall.startsWith(start.day) : stored.event.start_utc === start.epoch);
    return isSame ? Number(id) : undefined;
  }

  return {
    get recurring() {
      return recurring;
    },
    skipDouble: (component) =>
      reporter.skip(
        'events',
        subjectOf(component),
        'has a UID that comes more than once; the newest is taken',
        identityOf(component).uid,
      ),
    async read(components) {
      const members = components.flatMap((component) => readMember(component) ?? []);
      try {
        return await unitsOf(members);
      } catch (error) {
        if (!(error instanceof Unusable)) throw error;
        for (const { subject } of members) reporter.skip('events', subject, error.message, error.detail);
        return [];
      }
    },
  };
}

function toldOf({
  description,
  url,
  location,
  start,
  isClassTold,
  organizers,
  categories,
  cost,
}: FileEvent): Omit<Told, 'hidden'> {
  return {
    description: description === undefined ? 'not' : description.isPlain ? 'plain' : 'html',
    website: url !== undefined || location?.kind === 'address',
    zone: start.kind === 'time' && start.isZoneTold,
    class: isClassTold,
    links: { venue: location !== undefined, organizer: organizers !== undefined },
    cost: cost !== undefined,
    categories: categories !== undefined,
  };
}

const dayOf = (start: FileTime): string => (start.kind === 'day' ? start.day : start.wall.slice(0, 10));

const slugOf = (title: string, start: FileTime): string => `${slugify(title)}-${dayOf(start)}`;
