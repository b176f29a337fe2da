// Parameters that events, venues and organizers share.
import { normalise } from '../../core/text/normalise.ts';
import { describe, fault, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { boolean, custom, oneOf, text } from '../../http/params/scalars.ts';
import { statuses } from './status.ts';

/** Longest URL that browsers and servers commonly accept. */
export const maxUrlLength = 2048;

/** An absolute http or https address; international host names and paths are fine, blanks are not (D29). */
export function parseWebsite(value: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed.length > maxUrlLength) return undefined;
  if (!/^https?:\/\/[^\s/?#]/i.test(trimmed) || /[\s<>"\\^`{|}]/.test(trimmed)) return undefined;
  try {
    return new URL(trimmed).hostname === '' ? undefined : normalise(trimmed, 'NFC');
  } catch {
    return undefined;
  }
}

const emailPattern = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/;

export const parseEmail = (value: string): string | undefined => {
  const trimmed = normalise(value.trim(), 'NFC');
  return emailPattern.test(trimmed) && !/\.\.|^\.|\.@|@\.|\.$|@-/.test(trimmed) ? trimmed : undefined;
};

/** Bounds the time that sanitizing takes, which grows with the length. */
export const maxHtmlLength = 200_000;
/** Of titles, names and address lines. */
export const maxLineLength = 2000;
export const maxTermNameLength = 200;

/** Id or URL of an image; whether it exists is checked by the media library. */
export function imageField() {
  return custom<number | string>({ type: ['string', 'integer'] }, (raw) => {
    if (typeof raw === 'number' && Number.isSafeInteger(raw) && raw > 0) return raw;
    if (typeof raw !== 'string') return fault('unknown_image');
    return /^\d{1,15}$/.test(raw) ? Number(raw) : (parseWebsite(raw) ?? fault('unknown_image'));
  });
}

/** Grants access to the content of a protected event and to its related records. */
export const eventPassword = unsetWhenEmpty(describe(text({ max: 1000 }), 'Password of a password-protected event'));

export const readFields = {
  context: unsetWhenEmpty(
    describe(oneOf(['view', 'embed', 'edit']), '`edit` includes records in the trash that the caller may edit'),
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
