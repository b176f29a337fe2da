import { describedAs, emptyList, listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import {
  anyText,
  clockTime,
  deletionOf,
  distanceSchema,
  flag,
  globalIds,
  imageSchema,
  pageOf,
  publication,
  textOf,
} from '../records/reply-schemas.ts';
import { organizerSchema, venueSchema } from '../related/reply-schemas.ts';
import { categorySchema, tagSchema } from '../terms/reply-schemas.ts';
import { eventJsonLdSchema } from './json-ld-schema.ts';

const digits = (count: number): JsonSchema => ({ type: 'string', pattern: `^\\d{${count}}$` });

const dateDetails = named('DateDetails', {
  ...strictObject({
    year: digits(4),
    month: digits(2),
    day: digits(2),
    hour: digits(2),
    minutes: digits(2),
    seconds: digits(2),
  }),
  description: 'A date and time in parts',
});

const costDetails = named(
  'CostDetails',
  strictObject({
    currency_symbol: textOf('Empty where the cost has none'),
    currency_code: textOf('Always empty'),
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: describedAs(listOf(anyText), 'The prices, ascending'),
  }),
);

const dates = {
  start_date: clockTime("Start, in the event's time zone"),
  start_date_details: dateDetails,
  end_date: clockTime("End, in the event's time zone"),
  end_date_details: dateDetails,
  utc_start_date: clockTime('Start, in UTC'),
  utc_start_date_details: dateDetails,
  utc_end_date: clockTime('End, in UTC'),
  utc_end_date_details: dateDetails,
  timezone: { type: 'string', description: 'IANA name, `UTC` or fixed offset', examples: ['Europe/Paris', 'UTC+5:30'] },
  timezone_abbr: textOf('Short name of the time zone at the start'),
} as const;

const beginning = {
  ...publication,
  ...globalIds,
  title: textOf('Plain text'),
  slug: textOf('Name in addresses'),
  ...dates,
};

const none = { const: '' };
const hidden = { type: 'null' };

const moment: JsonSchema = { oneOf: [clockTime("In the event's time zone"), { type: 'null' }] };

const ticketSchema = named(
  'Ticket',
  strictObject({
    name: textOf('Plain text'),
    url: textOf('Where to buy; empty where nothing was given'),
    price: { type: ['number', 'null'], minimum: 0 },
    currency: { type: 'string', pattern: '^([A-Z]{3})?$', description: 'ISO 4217; empty where nothing was given' },
    available_from: moment,
    available_until: moment,
    sold_out: flag('There are none left'),
  }),
);

const eventSchema = named(
  'Event',
  strictObject(
    {
      ...beginning,
      description: textOf('HTML; empty where there is none'),
      excerpt: textOf('HTML; empty where there is none'),
      image: { oneOf: [imageSchema, { const: false }], description: '`false` where there is none' },
      all_day: flag('The event lasts all day'),
      cost: textOf('As it is shown to people'),
      cost_details: costDetails,
      website: textOf('As written; empty where there is none'),
      show_map: flag('A map is shown'),
      show_map_link: flag('A link to a map is shown'),
      hide_from_listings: flag('The event is in no list'),
      sticky: flag('Pinned in the calendar view'),
      featured: flag('Featured on the site'),
      categories: listOf(categorySchema),
      tags: listOf(tagSchema),
      venue: {
        oneOf: [venueSchema, listOf(venueSchema)],
        description: 'One venue; a list of several; an empty list of none',
      },
      organizer: describedAs(listOf(organizerSchema), 'In the order given'),
      custom_fields: emptyList,
      tickets: describedAs(listOf(ticketSchema), 'Offers, in the order given'),
      ticketed: flag('There are tickets'),
      post_parent: { type: 'integer', minimum: 0, description: 'The event that this is a sub-event of; 0 for none' },
      distance: distanceSchema,
      json_ld: { allOf: [eventJsonLdSchema], description: 'schema.org data, on single reads only' },
    },
    ['external_id', 'distance', 'json_ld'],
  ),
);

const protectedEventSchema = named('ProtectedEvent', {
  ...strictObject(
    {
      ...beginning,
      description: none,
      excerpt: none,
      image: { const: false },
      all_day: hidden,
      cost: none,
      cost_details: costDetails,
      website: none,
      show_map: hidden,
      show_map_link: hidden,
      hide_from_listings: hidden,
      sticky: hidden,
      featured: hidden,
      categories: emptyList,
      tags: emptyList,
      venue: emptyList,
      organizer: emptyList,
      custom_fields: emptyList,
      tickets: emptyList,
      ticketed: hidden,
      post_parent: { const: 0 },
    },
    ['external_id'],
  ),
  description: 'An event with a password, in lists for those who did not give it',
});

export const eventReplies = {
  one: eventSchema,
  page: pageOf('EventList', 'events', { oneOf: [eventSchema, protectedEventSchema] }),
  deletion: deletionOf('DeletedEvent', eventSchema),
} as const;
