import type { Zones } from '../core/dates/zones.ts';
import type { Writer } from '../store/store.ts';
import type { Check } from './repository-tables.ts';

const pageSize = 1000;

/** Which of both is right is unknown: a zone may have changed its rules since the event was saved. */
export const eventTimes = (zones: Zones): Check => ({
  what: 'times of events that differ between their time zone and UTC',
  async wrong(db) {
    let wrong = 0;
    for await (const { start_wall, end_wall, start_utc, end_utc, timezone } of timesOfEvents(db)) {
      const isSame = (wall: string, utc: number) => zones.toWall(utc, timezone) === wall;
      const isRight =
        zones.parse(timezone) !== undefined &&
        isSame(start_wall, start_utc) &&
        isSame(end_wall, end_utc) &&
        start_utc <= end_utc;
      if (!isRight) wrong++;
    }
    return wrong;
  },
});

async function* timesOfEvents(db: Writer) {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'start_wall', 'end_wall', 'start_utc', 'end_utc', 'timezone'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield* rows;
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.id;
  }
}
