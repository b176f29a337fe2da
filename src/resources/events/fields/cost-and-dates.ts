// Parameter types and reply schemas for costs, time zones and date details.
import { isoWithOffset } from '../../../core/dates/civil.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import { readCost } from '../../../core/text/cost/cost.ts';
import { hasForbiddenCharacters, isLongerThan } from '../../../core/text/plain-text.ts';
import { describedAs, listOf, named, strictObject } from '../../../http/openapi/schema.ts';
import { fault, type JsonSchema, typeFault } from '../../../http/params/field.ts';
import { type Raw, Repeated } from '../../../http/params/raw.ts';
import { custom, readText } from '../../../http/params/scalars.ts';
import type { EventsTable } from '../../../store/schema.ts';
import { maxCostLength } from '../../records/fields.ts';
import { anyText, textSchema } from '../../records/reply-schemas.ts';

const maxPrices = 100;

const isTextOrNumber = (raw: Raw): raw is string | number => typeof raw === 'string' || typeof raw === 'number';

export const costField = custom<string>(
  { type: ['string', 'number', 'array'], items: { type: ['string', 'number'] } },
  (raw) => {
    const sent = raw instanceof Repeated ? raw.values : raw;
    const texts = [sent].flat().filter(isTextOrNumber).map(String);
    if (texts.length > maxPrices) return fault('too_many_values', { max: maxPrices });
    if (isLongerThan(texts.join(''), maxCostLength)) return fault('text_too_long', { max: maxCostLength });
    if (texts.some(hasForbiddenCharacters)) return fault('text_forbidden_characters');
    const cost = readCost(sent);
    return cost === undefined ? typeFault('cost_expected') : cost;
  },
);

export const costDetailsSchema = named(
  'CostDetails',
  strictObject({
    currency_symbol: textSchema('Empty if the cost has no currency'),
    currency_code: textSchema('Always empty'),
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: describedAs(listOf(anyText), 'Prices in ascending order'),
  }),
);

export const zoneField = custom<string>(
  { type: 'string', examples: ['Europe/Paris', 'UTC+5:30'] },
  (raw, { zones }: { zones: Zones }) => {
    const value = readText(raw);
    return typeof value === 'string' ? (zones.parse(value.trim()) ?? fault('zone_expected')) : value;
  },
);

export const zoneSchema: JsonSchema = {
  type: 'string',
  description: 'IANA name, `UTC` or fixed offset',
  examples: ['Europe/Paris', 'UTC+5:30'],
};

const digits = (count: number): JsonSchema => ({ type: 'string', pattern: `^\\d{${count}}$` });

export const dateDetailsSchema = named('DateDetails', {
  ...strictObject({
    year: digits(4),
    month: digits(2),
    day: digits(2),
    hour: digits(2),
    minutes: digits(2),
    seconds: digits(2),
  }),
  description: 'Parts of a date and time',
});

/** A wall time, with its offset in the second of two equal hours, which the wall time alone does not name (D22). */
export function wallCell(
  { all_day, timezone }: Pick<EventsTable, 'all_day' | 'timezone'>,
  wall: string,
  utc: number,
  zones: Zones,
): string {
  const isNamed = all_day === 1 || zones.toEpoch(wall, timezone).epoch === utc;
  return isNamed ? wall : isoWithOffset(wall, zones.offsetSeconds(utc, timezone));
}
