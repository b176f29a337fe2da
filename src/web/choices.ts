// What the search form offers to choose from: the same for all readers, until the calendar changes.
import { type CacheValidity, isWithin } from '../cache/validity.ts';
import type { Language } from '../core/languages.ts';
import type { Interface, TermJson, VenueJson } from './interface.ts';

export interface Choice {
  value: string;
  name: string;
}

export type Choices = Readonly<Record<'category' | 'tag' | 'venue', readonly Choice[]>>;

export const noChoices: Choices = { category: [], tag: [], venue: [] };

interface Asking {
  /** As anyone may read it. */
  calendar: Interface;
  language: Language;
  validity: CacheValidity;
  now: number;
}

/** Of more venues than this a list to choose from is of no use. */
const mostChoices = 100;

/** Readers who come at once wait for the same choices. */
export function createChoices(): (asking: Asking) => Promise<Choices> {
  const kept = new Map<Language, { validity: CacheValidity; choices: Promise<Choices> }>();
  return ({ calendar, language, validity, now }) => {
    const known = kept.get(language);
    if (known?.validity.version === validity.version && isWithin(known.validity, now)) return known.choices;
    const choices = readChoices(calendar);
    kept.set(language, { validity, choices });
    choices.catch(() => kept.delete(language));
    return choices;
  };
}

async function readChoices(calendar: Interface): Promise<Choices> {
  const all = { per_page: String(mostChoices) };
  const categories = await calendar.get<{ categories?: TermJson[] }>('/categories', { ...all, hide_empty: 'true' });
  const tags = await calendar.get<{ tags?: TermJson[] }>('/tags', { ...all, hide_empty: 'true' });
  const venues = await calendar.get<VenueList>('/venues', { ...all, only_with_upcoming: 'true' });
  const ofTerms = (terms: readonly TermJson[] = []) => terms.map(({ slug, name }) => ({ value: slug, name }));
  const { venues: found = [], total = 0 } = venues.body;
  return {
    category: ofTerms(categories.body.categories),
    tag: ofTerms(tags.body.tags),
    venue: total > mostChoices ? [] : found.map(({ id, venue }) => ({ value: String(id), name: venue })),
  };
}

interface VenueList {
  venues?: VenueJson[];
  total?: number;
}
