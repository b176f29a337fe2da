// The sample data as JSON, with its types. Venues are invented houses in real cities; telephone numbers come from ranges
// reserved for fiction where a country has them.
import type { Language } from '../core/languages.ts';
import categories from './data/categories.json' with { type: 'json' };
import changes from './data/changes.json' with { type: 'json' };
import images from './data/images.json' with { type: 'json' };
import lanternNights from './data/lantern-nights.json' with { type: 'json' };
import organizers from './data/organizers.json' with { type: 'json' };
import singleEvents from './data/single-events.json' with { type: 'json' };
import tags from './data/tags.json' with { type: 'json' };
import bg from './data/templates.bg.json' with { type: 'json' };
import de from './data/templates.de.json' with { type: 'json' };
import es from './data/templates.es.json' with { type: 'json' };
import fr from './data/templates.fr.json' with { type: 'json' };
import ja from './data/templates.ja.json' with { type: 'json' };
import templates from './data/templates.json' with { type: 'json' };
import ptBr from './data/templates.pt-br.json' with { type: 'json' };
import zhHans from './data/templates.zh-hans.json' with { type: 'json' };
import venues from './data/venues.json' with { type: 'json' };

/** In euros; 0 is free, two numbers are a range. */
type Price = number | readonly number[];

interface Timing {
  /** Wall clock, `19:00`; absent for all-day events. */
  start?: string;
  minutes?: number;
  /** Length of an all-day event. */
  days?: number;
}

/** `{theme}`, `{venue}`, `{city}` and `{organizer}` in its texts are placeholders. */
export interface DemoTemplate extends Timing {
  title: string;
  themes: readonly string[];
  /** First paragraphs to choose from. */
  leads: readonly string[];
  /** Second paragraphs to choose from. */
  closings: readonly string[];
  /** Names of categories. */
  categories: readonly string[];
  tags: readonly string[];
  /** Keys of organizers: one is picked, or with `together` all are used. */
  organizers: readonly string[];
  together?: boolean;
  /** Has no venue. */
  online?: boolean;
  /** 0 is Sunday. */
  weekday?: number;
  price?: Price;
}

/** A template in another language; its themes have the order of the template's own. */
export interface TemplateTranslation {
  title: string;
  themes: readonly string[];
  /** Lead and closing. */
  paragraphs: readonly string[];
}

interface SingleEventText {
  title: string;
  excerpt: string;
  paragraphs: readonly string[];
}

/** An event that is not made from a template. */
export interface SingleEvent extends Timing {
  venue: string;
  organizer: string;
  categories: readonly string[];
  tags: readonly string[];
  /** Days from today. */
  inDays: number;
  price: Price;
  language: string;
  own: SingleEventText;
  /** By language. */
  others: object;
  /** Of an event with sub-events. */
  key?: string;
  /** Key of its parent event. */
  parent?: string;
}

export interface DemoTerm {
  name: string;
  description?: string;
  /** Names in other languages. */
  names: object;
}

export interface DemoVenue {
  key: string;
  name: string;
  description: string;
  address: string;
  city: string;
  /** State or province, where addresses have one. */
  region?: string;
  zip: string;
  country: string;
  phone: string;
  website: string;
  zone: string;
  lat: number;
  lng: number;
  /** Key of `currencies` in texts.ts. */
  currency: string;
}

export interface DemoOrganizer {
  key: string;
  name: string;
  description: string;
  phone: string;
  email: string;
  website: string;
}

export interface DemoImage {
  /** Of a drawing in `images/`, without its extension. */
  file: string;
  /** Titles of templates and single events that it shows. */
  for: readonly string[];
  /** Alternative text in each language. */
  alt: Readonly<Record<Language, string>>;
}

/** Why events do not take place as announced, in each language. */
export const demoReasons: Readonly<Record<keyof typeof changes, Readonly<Record<string, string>>>> = changes;
export const demoImages: readonly DemoImage[] = images;
export const demoTemplates: readonly DemoTemplate[] = templates;
export const demoVenues: readonly DemoVenue[] = venues;
export const demoOrganizers: readonly DemoOrganizer[] = organizers;
export const demoCategories: readonly (DemoTerm & { below: readonly DemoTerm[] })[] = categories;
export const demoTags: readonly DemoTerm[] = tags;
/** Events in other languages than English, and one event over several days with its sub-events. */
export const demoSingleEvents: readonly SingleEvent[] = [...singleEvents, ...lanternNights];

/** By language and by the title of the template. */
export const templateTranslations: Partial<Record<Language, Readonly<Record<string, TemplateTranslation>>>> = {
  fr,
  de,
  es,
  ja,
  bg,
  'pt-br': ptBr,
  'zh-hans': zhHans,
};
