// Events of a calendar file, some hundred at a time: parents first, then their occurrences, then what is gone.
import type { GoneEvent, ReadyEvent } from '../merge/events.ts';
import { importedSubEvents } from '../merge/gone.ts';
import type { Window } from './expand.ts';
import type { CalendarMerge } from './merge.ts';

/** An event with its occurrences, none of a single one. */
export interface Unit {
  ready: ReadyEvent;
  children: readonly ReadyEvent[];
  isRecurring: boolean;
}

export interface UnitMerger {
  add(unit: Unit): Promise<void>;
  finish(): Promise<void>;
}

const unitsAtOnce = 200;
const childrenAtOnce = 200;

export function createUnitMerger({ context, events, survey }: CalendarMerge, window: Window): UnitMerger {
  const source = survey.source.name;
  let waiting: Unit[] = [];
  const keys = new Set<string>();

  async function finish(): Promise<void> {
    const units = waiting;
    waiting = [];
    keys.clear();
    if (units.length === 0) return;
    const ids = await events.merge(units.map(({ ready }) => ready));
    // Cancelled ones that were never here have none.
    const idOf = ({ ready }: Unit) => ids.get(ready.event.key) ?? 0;
    const children = units.flatMap((unit) => unit.children.map((child) => below(child, idOf(unit))));
    for (let at = 0; at < children.length; at += childrenAtOnce)
      await events.merge(children.slice(at, at + childrenAtOnce));
    await trashGone(units, idOf);
  }

  /** Occurrences within the window that the rule gives no longer; those outside of it are not judged. */
  async function trashGone(units: readonly Unit[], idOf: (unit: Unit) => number): Promise<void> {
    const unitOf = new Map(units.map((unit) => [idOf(unit), unit]));
    const stored = await importedSubEvents(context.db, [...unitOf.keys()]);
    const isGone = (one: (typeof stored)[number]): boolean => {
      const unit = unitOf.get(one.post_parent) as Unit;
      const changedAt = unit.ready.event.modifiedAt ?? one.modified_at;
      const isOfSeries = (one.external_id as string).startsWith(`${unit.ready.event.key}/`);
      const isWithin = !unit.isRecurring || (one.start_utc >= window.from && one.start_utc <= window.to);
      return (
        isOfSeries &&
        isWithin &&
        changedAt >= one.modified_at &&
        !unit.children.some(({ event }) => event.key === one.external_id)
      );
    };
    const gone: GoneEvent[] = stored.filter(isGone).map(({ id, title }) => ({
      id,
      subject: { source, record: `event ${id} "${title}"` },
      why: 'does not take place any more; it is in the trash now',
    }));
    await events.trash(gone);
    // A parent without occurrences is an event like others again.
    const single = new Set(stored.filter(isGone).map((one) => one.post_parent));
    for (const id of single)
      if (unitOf.get(id)?.isRecurring === false) await context.upsert.placeEvent(id, { hide_from_listings: 0 });
  }

  return {
    finish,
    async add(unit) {
      // Two that say the same are the same: the second one meets the first.
      const own = [unit.ready, ...unit.children].map(({ event }) => event.key);
      if (own.some((key) => keys.has(key))) await finish();
      for (const key of own) keys.add(key);
      waiting.push(unit);
      const size = waiting.reduce((sum, { children }) => sum + 1 + children.length, 0);
      if (waiting.length >= unitsAtOnce || size >= 4 * unitsAtOnce) await finish();
    },
  };
}

const below = (child: ReadyEvent, parentId: number): ReadyEvent => ({
  ...child,
  event: { ...child.event, columns: { ...child.event.columns, post_parent: parentId } },
});
