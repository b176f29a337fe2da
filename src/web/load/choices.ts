// The categories, tags and venues in the search form: the same for all visitors until the calendar changes.
import { type CacheValidity, isWithin } from '../../cache/validity.ts';
import { type Language, languageTag } from '../../core/languages.ts';
import type { ApiClient } from './api-client.ts';
import type { TermJson, VenueJson } from './api-types.ts';

export interface Choice {
  value: string;
  name: string;
}

export type Choices = Readonly<Record<'category' | 'tag' | 'venue', readonly Choice[]>>;

export const noChoices: Choices = { category: [], tag: [], venue: [] };

interface ChoicesRequest {
  /** The API as seen by anonymous callers. */
  calendar: ApiClient;
  language: Language;
  validity: CacheValidity;
  now: number;
}

/**
 * If there are more venues, the form offers none: the list would be too long to choose from. Of more categories or tags it
 * offers those with the most events.
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
  const venues = await calendar.get<{ venues?: VenueJson[]; total?: number }>('/venues', {
    ...all,
    only_with_upcoming: 'true',
  });
  const { compare } = new Intl.Collator(languageTag(language));
  const byName = (found: Choice[]) => found.sort((a, b) => compare(a.name, b.name));
  const ofTerms = (terms: readonly TermJson[] = []) => byName(terms.map(({ slug, name }) => ({ value: slug, name })));
  const { venues: found = [], total = 0 } = venues.body;
  return {
    category: ofTerms(categories.body.categories),
    tag: ofTerms(tags.body.tags),
    venue: total > maxChoices ? [] : byName(found.map(({ id, venue }) => ({ value: String(id), name: venue }))),
  };
}
