// Status and attendance mode of an event in a calendar file.
import { attendanceModes, eventStatuses } from '../../core/event-status.ts';
import { withoutUndefined } from '../../core/objects.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { parseWebsite } from '../../resources/records/fields.ts';
import { textOf } from '../rest/values.ts';
import type { Location } from './location.ts';
import type { Properties } from './properties.ts';

const icalStatuses = { CANCELLED: 'canceled', CONFIRMED: 'scheduled' } as const;

export function readEventStatus(properties: Properties, location: Location | undefined) {
  const stated = wordIn(properties, 'X-EVENT-STATUS', eventStatuses);
  const status = stated ?? icalStatuses[properties.text('STATUS')?.toUpperCase() as keyof typeof icalStatuses];
  const url = conferenceIn(properties) ?? (location?.kind === 'address' ? location.website : undefined);
  const derived = url === undefined ? undefined : location?.kind === 'venue' ? 'mixed' : 'online';
  const mode = wordIn(properties, 'X-ATTENDANCE-MODE', attendanceModes) ?? derived;
  const comment = status === undefined || status === 'scheduled' ? undefined : properties.text('COMMENT');
  return {
    columns: withoutUndefined({ event_status: status, attendance_mode: mode, online_url: url }),
    reason: comment === undefined ? {} : { event_status_reason: toPlainText(textOf(comment)) },
  };
}

const wordIn = <Word extends string>(properties: Properties, name: string, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === properties.text(name)?.toLowerCase());

/** The property of RFC 7986, and those of Google and Microsoft. */
const conferenceNames = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];

export const conferenceIn = (properties: Properties): string | undefined =>
  conferenceNames
    .flatMap((name) => properties.all(name))
    .map(({ values }) => parseWebsite(textOf(values[0])))
    .find((url) => url !== undefined);
