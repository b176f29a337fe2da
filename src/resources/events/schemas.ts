import type { Zones } from '../../core/dates/zones.ts';
import { readCost } from '../../core/text/cost.ts';
import { hasForbiddenCharacters, isLongerThan } from '../../core/text/plain-text.ts';
import {
  allOptional,
  clearable,
  describe,
  emptiable,
  fault,
  keptWhenEmpty,
  required,
  typeFault,
} from '../../http/params/field.ts';
import { type Raw, Repeated } from '../../http/params/raw.ts';
import { boolean, custom, date, integer, readText, text } from '../../http/params/scalars.ts';
import { deleteFields, eventPassword, longestHtml, publicationFields, readFields } from '../records/fields.ts';
import { linkReferences, termReferences } from './references.ts';
import { tickets } from './tickets.ts';

const longestTitle = 2000;
const longestCost = 1000;
const maxPrices = 100;

const isTextOrNumber = (raw: Raw): raw is string | number => typeof raw === 'string' || typeof raw === 'number';

const costField = custom<string>(
  { type: ['string', 'number', 'array'], items: { type: ['string', 'number'] } },
  (raw) => {
    const sent = raw instanceof Repeated ? raw.values : raw;
    const texts = [sent].flat().filter(isTextOrNumber).map(String);
    if (texts.length > maxPrices) return fault('too_many_values', { max: maxPrices });
    if (isLongerThan(texts.join(''), longestCost)) return fault('text_too_long', { max: longestCost });
    if (texts.some(hasForbiddenCharacters)) return fault('text_forbidden_characters');
    const cost = readCost(sent);
    return cost === undefined ? typeFault('cost_expected') : cost;
  },
);

const zoneField = custom<string>(
  { type: 'string', examples: ['Europe/Paris', 'UTC+5:30'] },
  (raw, { zones }: { zones: Zones }) => {
    const value = readText(raw);
    return typeof value === 'string' ? (zones.parse(value.trim()) ?? fault('zone_expected')) : value;
  },
);

const off = (description: string) => clearable(describe(boolean({ default: false }), description));

export const eventFields = {
  title: required(describe(text({ filled: true, max: longestTitle }), 'Title, plain text')),
  start_date: required(describe(date(), "Start, in the event's time zone unless it carries an offset")),
  end_date: required(describe(date(), "End, in the event's time zone unless it carries an offset")),
  ...publicationFields,
  excerpt: clearable(describe(text({ max: longestHtml }), 'Excerpt, as HTML or plain text')),
  timezone: keptWhenEmpty(describe(zoneField, "Time zone; the site's where none is sent")),
  all_day: off('The event lasts all day: its first day from 00:00:00, its last until 23:59:59'),
  cost: clearable(describe(costField, 'Cost, as text, number or a list of prices', '£12 - £20', 15, [5, 12.5])),
  show_map: off('Show a map'),
  show_map_link: off('Show a link to a map'),
  hide_from_listings: off('Keep the event out of all lists'),
  sticky: off('Pin in the calendar view'),
  featured: off('Feature on the site'),
  categories: clearable(describe(termReferences(), 'Ids, names or slugs of categories; new names are created')),
  tags: clearable(describe(termReferences(), 'Ids, names or slugs of tags; new names are created')),
  venue: clearable(describe(linkReferences('venue'), 'Ids of venues, or the data of new ones')),
  organizer: clearable(describe(linkReferences('organizer'), 'Ids of organizers, or the data of new ones')),
  password: clearable(describe(text({ max: 255 }), 'Password that readers need')),
  tickets: clearable(
    describe(tickets(), 'Offers: name, url, price, currency, available_from, available_until, sold_out'),
  ),
  post_parent: clearable(describe(integer({ min: 0 }), 'Id of the event that this is a sub-event of; 0 is none')),
};

/** A translation gives its title up by an empty one (D59). */
export const eventUpdateFields = { ...allOptional(eventFields), title: emptiable(eventFields.title) };

export const eventReadFields = { ...readFields, password: eventPassword };
export const eventDeleteFields = { ...deleteFields, password: eventPassword };
