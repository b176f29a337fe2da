// All components of one UID become events that are ready to be merged.
import { Unusable } from '../rest/types.ts';
import type { ComponentText } from './components.ts';
import type { Window } from './expand.ts';
import { keyOfOccurrence } from './keys.ts';
import { type Member, type Reading, readMember, subjectOf } from './member.ts';
import type { CalendarMerge } from './merge.ts';
import { recurrenceName } from './read-event.ts';
import { readyOf } from './ready.ts';
import { isRecurring } from './series.ts';
import { createSeriesLimits } from './series-limits.ts';
import { type Series, seriesUnit } from './series-unit.ts';
import { identityOf } from './survey.ts';
import type { TimeContext } from './times.ts';
import type { Unit } from './units.ts';

export interface FamilyReader {
  read(components: readonly ComponentText[]): Promise<Unit[]>;
  skipDouble(component: ComponentText): void;
  /** Recurring events so far. */
  readonly recurring: number;
}

export function createFamilyReader(
  merge: CalendarMerge,
  times: TimeContext & { now: number },
  window: Window,
): FamilyReader {
  const { reporter } = merge.context;
  const reading: Reading = { merge, times };
  const limits = createSeriesLimits(merge.survey.source.name);

  async function unitsOf(members: readonly Member[]): Promise<Unit[]> {
    const series = seriesAmong(members);
    return series === undefined
      ? singleUnits(reading, members)
      : [await seriesUnit(reading, series, { window, limits })];
  }

  return {
    get recurring() {
      return limits.recurring;
    },
    skipDouble: (component) =>
      reporter.skip(
        'events',
        subjectOf(merge, component),
        'has a UID that comes more than once; the newest is taken',
        identityOf(component).uid,
      ),
    async read(components) {
      const members = components.flatMap((component) => readMember(reading, component) ?? []);
      try {
        return await unitsOf(members);
      } catch (error) {
        if (!(error instanceof Unusable)) throw error;
        for (const { subject } of members) reporter.skip('events', subject, error.message, error.detail);
        return [];
      }
    },
  };
}

function seriesAmong(members: readonly Member[]): Series | undefined {
  const master = members.find(({ occurrence }) => occurrence === undefined);
  const changed = members.filter(({ occurrence }) => occurrence !== undefined);
  const isSeries = master !== undefined && (isRecurring(master.properties) || changed.length > 0);
  return isSeries ? { master, changed } : undefined;
}

/** Also occurrences whose series is not in the file. */
async function singleUnits(reading: Reading, members: readonly Member[]): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const member of members) {
    const { event, occurrence } = member;
    const key = occurrence === undefined ? event.uid : keyOfOccurrence(event.uid, recurrenceName(occurrence));
    const ready = await readyOf(reading, member, { key, role: 'single' });
    units.push({ ready, children: [], isRecurring: false });
  }
  return units;
}
