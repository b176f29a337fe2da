// The categories, tags, venues and organizers in the search form: the same for all visitors until the calendar changes.
import { type CacheValidity, isWithin } from '../../cache/validity.ts';
import { type Language, languageTag } from '../../core/languages.ts';
import type { ChoiceName } from '../urls/filters.ts';
import type { ApiClient } from './api-client.ts';
import type { OrganizerJson, TermJson, VenueJson } from './api-types.ts';

export interface Choice {
  value: string;
  name: string;
  /** Of the name. */
  language?: Language;
}

export type Choices = Readonly<Record<ChoiceName, readonly Choice[]>>;

export const noChoices: Choices = { category: [], tag: [], venue: [], organizer: [] };

type Host = Pick<VenueJson, 'id' | 'language'> & { name: string };

interface ChoicesRequest {
  /** The API as seen by anonymous callers. */
  calendar: ApiClient;
  language: Language;
  validity: CacheValidity;
  now: number;
}

/**
 * If there are more venues or organizers, or more than the API lists at once, the form offers none: the list would be too long
 * to choose from. Of more categories or tags it offers those with the most events.
 */
const maxChoices = 100;

/** Concurrent requests share one load. */
export function createChoices(): (request: ChoicesRequest) => Promise<Choices> {
  const cache = new Map<Language, { validity: CacheValidity; choices: Promise<Choices> }>();
  return ({ calendar, language, validity, now }) => {
    const cached = cache.get(language);
    if (cached?.validity.version === validity.version && isWithin(cached.validity, now)) return cached.choices;
    const choices = readChoices(calendar, language);
    cache.set(language, { validity, choices });
    choices.catch(() => cache.delete(language));
    return choices;
  };
}

async function readChoices(calendar: ApiClient, language: Language): Promise<Choices> {
  const all = { per_page: String(maxChoices) };
  const mostUsed = { ...all, hide_empty: 'true', orderby: 'count', order: 'desc' };
  const categories = await calendar.get<{ categories?: TermJson[] }>('/categories', mostUsed);
  const tags = await calendar.get<{ tags?: TermJson[] }>('/tags', mostUsed);
  const withUpcoming = { ...all, only_with_upcoming: 'true' };
  const venues = await calendar.get<{ venues?: VenueJson[]; total?: number }>('/venues', withUpcoming);
  const organizers = await calendar.get<{ organizers?: OrganizerJson[]; total?: number }>('/organizers', withUpcoming);
  const { compare } = new Intl.Collator(languageTag(language), { numeric: true });
  const byName = (found: Choice[]) => found.sort((a, b) => compare(a.name, b.name));
  const ofTerms = (terms: readonly TermJson[] = []) =>
    byName(terms.map(({ slug, name, language }) => ({ value: slug, name, language })));
  const ofHosts = (hosts: readonly Host[], total = 0) =>
    total > hosts.length ? [] : byName(hosts.map(({ id, ...host }) => ({ value: String(id), ...host })));
  return {
    category: ofTerms(categories.body.categories),
    tag: ofTerms(tags.body.tags),
    venue: ofHosts(
      venues.body.venues?.map(({ id, venue: name, language }) => ({ id, name, language })) ?? [],
      venues.body.total,
    ),
    organizer: ofHosts(
      organizers.body.organizers?.map(({ id, organizer: name, language }) => ({ id, name, language })) ?? [],
      organizers.body.total,
    ),
  };
}
