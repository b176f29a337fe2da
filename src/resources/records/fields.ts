// Parameters that events, venues and organizers share.
import { normalise } from '../../core/text/normalise.ts';
import { describe, fault, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { isObject, scalarOf } from '../../http/params/raw.ts';
import { boolean, custom, readId, text } from '../../http/params/scalars.ts';
import { statuses } from './status.ts';

/** Longest URL that browsers and servers commonly accept. */
export const maxUrlLength = 2048;

/** An absolute http or https URL; international host names and paths are fine, spaces are not (D29). */
export function parseWebsite(value: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed.length > maxUrlLength) return undefined;
  if (!/^https?:\/\/[^\s/?#]/i.test(trimmed) || /[\s<>"\\^`{|}]/.test(trimmed)) return undefined;
  return URL.parse(trimmed)?.hostname ? normalise(trimmed, 'NFC') : undefined;
}

const emailPattern = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/;

export const parseEmail = (value: string): string | undefined => {
  const trimmed = normalise(value.trim(), 'NFC');
  return emailPattern.test(trimmed) && !/\.\.|^\.|\.@|@\.|\.$|@-/.test(trimmed) ? trimmed : undefined;
};

/** Bounds the time that sanitizing takes, which grows with the length. */
export const maxHtmlLength = 200_000;
/** For titles, names and address lines. */
export const maxLineLength = 2000;
export const maxTermNameLength = 200;
export const maxCostLength = 1000;
export const maxTickets = 100;
/** As it is sent; stored ones are shorter. */
export const maxSlugLength = 1000;

/**
 * Id or URL of an image, or what replies show: an object with its id, and false for none. Whether the image exists is
 * checked by the media library.
 */
export function imageField() {
  const schema = {
    oneOf: [
      { type: ['string', 'integer', 'object'], properties: { id: { type: ['integer', 'string'] } } },
      { type: 'boolean', const: false },
    ],
  };
  return custom<number | string | null>(schema, (raw) => {
    if (raw === false || raw === 'false') return null;
    if (isObject(raw)) return readId(raw['id'] ?? null) ?? fault('unknown_image');
    if (typeof raw === 'string' && !/^\d{1,15}$/.test(raw)) return parseWebsite(raw) ?? fault('unknown_image');
    return readId(raw) ?? fault('unknown_image');
  });
}

/** Grants access to the content of a protected event and to its related records. */
export const eventPassword = unsetWhenEmpty(describe(text({ max: 1000 }), 'Password of a password-protected event'));

const contexts = { type: 'string', enum: ['view', 'embed', 'edit'] };

/** The reference ignores all other contexts, also those that it does not know. */
export const readFields = {
  context: describe(
    custom(contexts, (raw) => (scalarOf(raw) === 'edit' ? 'edit' : 'view')),
    '`edit` also returns a record in the trash, if the caller may edit it',
  ),
};

export const deleteFields = {
  force: unsetWhenEmpty(describe(boolean({ default: false }), 'Delete permanently instead of moving to the trash')),
};

/** Which statuses the caller may list is checked when the list is read. */
export const statusFilter = describe(
  setOf([...statuses, 'any']),
  'Only records with any of these statuses; `any` means all except `trash`',
);
