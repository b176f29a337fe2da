import { parseWall } from '../core/dates/civil.ts';
import { type EventTimes, storedTime, toSpan } from '../core/dates/event-span.ts';
import type { Zones } from '../core/dates/zones.ts';
import { program } from '../core/roles.ts';
import { updateEvent } from '../resources/events/save.ts';
import type { Writer } from '../store/store.ts';
import type { Check } from './repository-tables.ts';

const pageSize = 1000;

/**
 * The rules of a zone may have changed since an event was saved, and a newer Node knows them. Visitors have seen the local time, so
 * a repair keeps that one, but only if asked to: nothing says which of the two times is right.
 */
export const eventTimes = (zones: Zones, now: number): Check => ({
  what: 'times of events that differ between their time zone and UTC',
  option: '--repair-times',
  async wrong(db) {
    let wrong = 0;
    for await (const _ of wrongEvents(db, zones)) wrong++;
    return wrong;
  },
  async repair(db) {
    const by = { caller: program('check'), now };
    for await (const before of wrongEvents(db, zones)) {
      const times = timesByZone(before, zones);
      if (times === undefined) continue;
      const row = { ...before, ...times, modified_at: now };
      await updateEvent(db, before, { row, language: row.language, texts: {} }, by);
    }
  },
});

async function* wrongEvents(db: Writer, zones: Zones) {
  for (let last = 0; ; ) {
    const query = db.selectFrom('events').selectAll().where('id', '>', last).orderBy('id').limit(pageSize);
    const rows = await query.execute();
    yield* rows.filter((row) => !isRight(row, zones));
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.id;
  }
}

const isRight = ({ start_wall, end_wall, start_utc, end_utc, timezone }: EventTimes, zones: Zones): boolean =>
  zones.parse(timezone) !== undefined &&
  zones.toWall(start_utc, timezone) === start_wall &&
  zones.toWall(end_utc, timezone) === end_wall &&
  start_utc <= end_utc;

/** `undefined` if the zone or a local time is invalid, or the end is before the start. */
function timesByZone({ start_wall, end_wall, ...row }: EventTimes, zones: Zones): EventTimes | undefined {
  const { timezone: zone } = row;
  if (zones.parse(zone) === undefined || [start_wall, end_wall].some((wall) => parseWall(wall) === undefined)) return;
  const start = storedTime(start_wall, row.start_utc, zone, zones);
  const end = storedTime(end_wall, row.end_utc, zone, zones);
  const span = toSpan(start, end, { zone, allDay: row.all_day === 1, zones });
  return typeof span === 'string' ? undefined : span;
}
