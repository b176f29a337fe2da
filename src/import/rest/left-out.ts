import type { Note } from '../report.ts';
import { isRecord, type RawRecord, textOf } from '../values.ts';
import type { PageContext } from './page-context.ts';
import { hasUnknownImage } from './record.ts';

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);

/** Reports the parts of a record that are not imported. */
export function noteLeftOut(raw: RawRecord, { imageIdOf }: PageContext, note: Note): void {
  const has = (member: string) => isFilled(raw[member]);
  if (imageIdOf === undefined && has('image')) note('has an image, which is not imported');
  if (imageIdOf !== undefined && hasUnknownImage(raw)) note('has an image without a web URL; imported without it');
  if (/<img\s/i.test(textOf(raw['description'])))
    note('has images in its description, which stay on the old site; pages link to them');
  if (has('custom_fields')) note('has custom fields, which are not imported');
  if (has('ticketed') && !has('tickets')) note('has tickets, which are not imported');
  // Kalends always states the URL, even an empty one.
  if (has('is_virtual') && !has('virtual_url') && raw['online_url'] === undefined)
    note('is an online event, but its source does not publish the URL of the stream');
  if (isMasked(raw)) note('is protected by a password at its source, which shows only its title and dates');
}

/** The reply of a protected event to a reader without the password. */
export const isMasked = ({ all_day, show_map }: RawRecord): boolean => all_day === null && show_map === null;
