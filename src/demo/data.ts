// The sample data as JSON, with its types. Venues are invented houses in real cities; telephone numbers come from ranges
// reserved for fiction where a country has them.
import type { Language } from '../core/languages.ts';
import categories from './data/categories.json' with { type: 'json' };
import changes from './data/changes.json' with { type: 'json' };
import images from './data/images.json' with { type: 'json' };
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

/**
 * `{theme}`, `{venue}`, `{city}` and `{organizer}` in its texts are placeholders. `leads` and `closings` are paragraphs to
 * choose from, `price` is in euros (0 is free, two numbers are a range). Without `start` it lasts whole days, with
 * `together` all of its organizers take part.
 */
export type DemoTemplate = (typeof templates)[number];

/** An event without a template. */
export type SingleEvent = (typeof demoSingleEvents)[number];
export type DemoTerm = Pick<(typeof categories)[number], 'name' | 'names'> & { description?: string | undefined };
export type DemoVenue = (typeof venues)[number];
export type DemoOrganizer = (typeof organizers)[number];

/** Its themes are in the order of the template's own; the paragraphs are lead and closing. */
interface TemplateTranslation {
  title: string;
  themes: readonly string[];
  paragraphs: readonly string[];
}

/** Why events do not take place as announced, in each language. */
export const demoReasons: Readonly<Record<keyof typeof changes, Readonly<Record<string, string>>>> = changes;
export const demoImages = images;
export const demoTemplates = templates;
export const demoVenues = venues;
export const demoOrganizers = organizers;
export const demoCategories = categories;
export const demoTags = tags;
/** Events in other languages than English, and one event over several days with its sub-events. */
export const demoSingleEvents = singleEvents;

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
