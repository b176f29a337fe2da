// Parameters that events, venues and organizers share.
import { normalise } from '../../core/text/normalise.ts';
import { clearable, describe, fault, keptWhenEmpty, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { boolean, custom, date, integer, oneOf, text, textAs } from '../../http/params/scalars.ts';
import { externalIdFields } from './external-ids.ts';
import { statuses } from './status.ts';

/** An absolute http or https address; international host names and paths are fine, blanks are not (D29). */
export function parseWebsite(value: string): string | undefined {
  const trimmed = value.trim();
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

export const publicationFields = {
  author: keptWhenEmpty(describe(integer({ min: 1 }), 'Id of the author; another than oneself only for editors')),
  date: keptWhenEmpty(
    describe(date(), "Publication date in the site's time zone; in the future it schedules the record"),
  ),
  date_utc: keptWhenEmpty(describe(date(), 'Publication date in UTC')),
  description: clearable(
    describe(text({ max: longestHtml }), 'Description, as HTML or plain text with blank lines between paragraphs'),
  ),
  slug: clearable(describe(text({ max: 1000 }), 'Slug; made from the title where none is sent')),
  status: keptWhenEmpty(
    describe(
      oneOf(statuses),
      'Publication status; where none is sent, a new record is `publish`, or `draft` for those who may not publish. They hand in `publish` as `pending`',
    ),
  ),
  website: clearable(describe(textAs({ format: 'uri' }, 'url_expected', parseWebsite), 'Address of a web page')),
  image: clearable(describe(imageField(), 'Id of an image, or its address')),
  ...externalIdFields,
};

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
