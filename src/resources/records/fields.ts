// Parameters that events, venues and organizers share.
import { normalise } from '../../core/text/normalise.ts';
import { describe, fault, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { boolean, custom, oneOf, text } from '../../http/params/scalars.ts';
import { statuses } from './status.ts';

/** As much as browsers and servers take in common. */
export const longestWebsite = 2048;

/** An absolute http or https address; international host names and paths are fine, blanks are not (D29). */
export function parseWebsite(value: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed.length > longestWebsite) return undefined;
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

/** Far more than a page holds; making it safe takes the time of its length. */
export const longestHtml = 200_000;

/** Ids and addresses of images; the media library tells which there are. */
export function imageField() {
  return custom<number | string>({ type: ['string', 'integer'] }, (raw) => {
    if (typeof raw === 'number' && Number.isSafeInteger(raw) && raw > 0) return raw;
    if (typeof raw !== 'string') return fault('unknown_image');
    return /^\d{1,15}$/.test(raw) ? Number(raw) : (parseWebsite(raw) ?? fault('unknown_image'));
  });
}

/** Of reads: what the event shows to its readers, and whom it is linked to. */
export const eventPassword = unsetWhenEmpty(describe(text({ max: 1000 }), 'Password of a protected event'));

export const readFields = {
  context: unsetWhenEmpty(
    describe(oneOf(['view', 'embed', 'edit']), '`edit` shows records in the trash to those who may edit them'),
  ),
};

export const deleteFields = {
  force: unsetWhenEmpty(describe(boolean({ default: false }), 'Delete for good instead of moving to the trash')),
};

/** Judged against what the caller may read when the list is made. */
export const statusFilter = describe(
  setOf([...statuses, 'any']),
  'Only records with one of these statuses; `any` is all but the trash',
);
