// A component of a file becomes an event that is ready to be merged.
import { slugify } from '../../core/text/slug.ts';
import type { ReadyEvent } from '../merge/events.ts';
import type { SourceEvent } from '../rest/types.ts';
import { fitting } from './keys.ts';
import type { Member, Reading } from './member.ts';
import { findOwnId } from './own-event.ts';
import { type FileEvent, whenOf } from './read-event.ts';
import { organizersOf, termsOf, venuesOf } from './relations.ts';
import { dayOf, type FileTime } from './times.ts';
import { besideStored, toldOf } from './told.ts';

export interface Place {
  key: string;
  /** A series is not listed, its occurrences are; what is no part of one may be part of another event. */
  role: 'single' | 'series' | 'occurrence';
}

export async function readyOf(reading: Reading, member: Member, place: Place): Promise<ReadyEvent> {
  const { merge } = reading;
  const { event, subject, notes, occurrence } = member;
  const imageId = await merge.images.find(event.image, notes.add);
  const { location } = event;
  if (location?.kind === 'address') notes.add('has a web address as its place; it has no venue', location.website);
  const ready: ReadyEvent = {
    // Before anything is made for it: its dates may be unusable.
    event: sourceEventOf(reading, member, place, imageId),
    subject,
    notes,
    links: { venue: await venuesOf(merge, event), organizer: await organizersOf(merge, event) },
    terms: await termsOf(merge, event),
    knownId: occurrence === undefined ? await findOwnId(merge, event) : undefined,
    isOnlyForKnown: event.isCancelled,
  };
  return besideStored(merge, ready, toldOf(event, place.role === 'series'));
}

/** Throws Unusable. */
function sourceEventOf(
  { merge, times }: Reading,
  { event, occurrence, subject }: Member,
  { key, role }: Place,
  imageId: number | undefined,
): SourceEvent {
  const hasVenue = event.location?.kind === 'venue' ? 1 : 0;
  return {
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
      website: websiteOf(event),
    },
    slug: occurrence === undefined ? '' : datedSlug(event.title, event.start),
    columns: {
      ...whenOf(event.start, event.length, times),
      cost: event.cost ?? '',
      show_map: hasVenue,
      show_map_link: hasVenue,
      hide_from_listings: role === 'series' ? 1 : 0,
      sticky: 0,
      featured: 0,
      ...(imageId === undefined ? {} : { image_id: imageId }),
    },
    terms: [],
    linked: [],
    context: merge.page,
    author: '',
    parentKey: role === 'single' && event.parentUid !== undefined ? fitting(event.parentUid) : undefined,
    isMasked: false,
    label: subject.record,
  };
}

const websiteOf = ({ url, location }: FileEvent): string =>
  url ?? (location?.kind === 'address' ? location.website : '');

/** Occurrences of one title differ by their days. */
export const datedSlug = (title: string, start: FileTime): string => `${slugify(title)}-${dayOf(start)}`;
