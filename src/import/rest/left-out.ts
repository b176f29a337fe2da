import type { Note } from '../report.ts';
import { isRecord, type RawRecord, textOf } from '../values.ts';
import type { PageContext } from './page-context.ts';
import { hasUnknownImage } from './record.ts';

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);

/** Parts of a record that are not imported, and are reported instead. */
const leftOut: readonly { what: string; isPresent: (raw: RawRecord, context: PageContext) => boolean }[] = [
  {
    what: 'has an image, which is not imported',
    isPresent: ({ image }, { imageIdOf }) => imageIdOf === undefined && isFilled(image),
  },
  {
    what: 'has an image without a web URL; imported without it',
    isPresent: (raw, { imageIdOf }) => imageIdOf !== undefined && hasUnknownImage(raw),
  },
  {
    what: 'has images in its description, which stay on the old site; pages link to them',
    isPresent: ({ description }) => /<img\s/i.test(textOf(description)),
  },
  { what: 'has custom fields, which are not imported', isPresent: ({ custom_fields }) => isFilled(custom_fields) },
  {
    what: 'has tickets, which are not imported',
    isPresent: ({ ticketed, tickets }) => isFilled(ticketed) && !isFilled(tickets),
  },
  {
    what: 'is an online event, but its source does not publish the URL of the stream',
    // Kalends always states the URL, even an empty one.
    isPresent: ({ is_virtual, virtual_url, online_url }) =>
      isFilled(is_virtual) && !isFilled(virtual_url) && online_url === undefined,
  },
  {
    what: 'is protected by a password at its source, which shows only its title and dates',
    isPresent: isMasked,
  },
];

/** The reply of a protected event to a reader without the password. */
export function isMasked({ all_day, show_map }: RawRecord): boolean {
  return all_day === null && show_map === null;
}

export function noteLeftOut(raw: RawRecord, context: PageContext, note: Note): void {
  for (const { what, isPresent } of leftOut) if (isPresent(raw, context)) note(what);
}
