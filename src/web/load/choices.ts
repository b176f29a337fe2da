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

type Hosts = Partial<Record<'venues' | 'organizers', (VenueJson & OrganizerJson)[]>> & { total?: number };

async function readChoices(calendar: ApiClient, language: Language): Promise<Choices> {
  const all = { per_page: String(maxChoices) };
  const mostUsed = { ...all, hide_empty: 'true', orderby: 'count', order: 'desc' };
  const withUpcoming = { ...all, only_with_upcoming: 'true' };
  const { compare } = new Intl.Collator(languageTag(language), { numeric: true });
  const byName = (found: Choice[]) => found.sort((a, b) => compare(a.name, b.name));
  const terms = async (kind: 'categories' | 'tags') => {
    const { body } = await calendar.get<{ categories?: TermJson[]; tags?: TermJson[] }>(`/${kind}`, mostUsed);
    return byName((body[kind] ?? []).map(({ slug, name, language }) => ({ value: slug, name, language })));
  };
  const hosts = async (kind: 'venue' | 'organizer') => {
    const { body } = await calendar.get<Hosts>(`/${kind}s`, withUpcoming);
    const found = body[`${kind}s`] ?? [];
    if ((body.total ?? 0) > found.length) return [];
    return byName(found.map((host) => ({ value: String(host.id), name: host[kind], language: host.language })));
  };
  return {
    category: await terms('categories'),
    tag: await terms('tags'),
    venue: await hosts('venue'),
    organizer: await hosts('organizer'),
  };
}
