// Whether an event of another site takes place as announced, and where people take part.

import { parseWall } from '../../core/dates/civil.ts';
import { type AttendanceMode, attendanceModes, eventStatuses } from '../../core/event-status.ts';
import { parseWebsite } from '../../resources/records/fields.ts';
import { isRecord, type RawRecord, textOf } from './values.ts';

/** Undefined where the site states nothing: in members of their own, or as schema.org data of single reads. */
export function readEventStatus(raw: RawRecord) {
  const jsonLd = isRecord(raw['json_ld']) ? raw['json_ld'] : {};
  const status = wordIn(eventStatuses, raw['event_status'], jsonLd['eventStatus']);
  const stated = wordIn(attendanceModes, raw['attendance_mode'], jsonLd['eventAttendanceMode']) ?? modeOf(raw);
  const mode = status === 'moved_online' && stated !== 'mixed' ? 'online' : stated;
  const url = textOf(raw['online_url'] ?? raw['virtual_url']).trim();
  const isUrlStated = raw['online_url'] !== undefined || raw['virtual_url'] !== undefined;
  const previous = textOf(raw['previous_start_date']);
  return {
    event_status: status,
    previous_start_date: parseWall(previous) === undefined ? undefined : previous,
    attendance_mode: mode,
    online_url: isUrlStated ? (parseWebsite(url) ?? '') : undefined,
  };
}

/** `moved-online`, `cancelled` and `https://schema.org/EventMovedOnline` are words for the same. */
function wordIn<Word extends string>(words: readonly Word[], ...stated: readonly unknown[]): Word | undefined {
  const plain = stated.map((value) => textOf(value).replace(/^.*\/Event|^.*\/|EventAttendanceMode$|[\s_-]/g, ''));
  const found = plain.map((text) => text.toLowerCase().replace('cancelled', 'canceled'));
  return words.find((word) => found.includes(word.replace('_', '')));
}

/** Of sites that say no more than that an event is virtual. */
function modeOf({ is_virtual: isVirtual, venue }: RawRecord): AttendanceMode | undefined {
  if (typeof isVirtual !== 'boolean') return undefined;
  if (!isVirtual) return 'offline';
  return isRecord(venue) || (Array.isArray(venue) && venue.length > 0) ? 'mixed' : 'online';
}
