// Filters by event status, attendance mode and price.
import { type RawBuilder, sql } from 'kysely';
import { type AttendanceMode, attendanceModes, type EventStatus } from '../../../core/event-status.ts';
import type { Condition } from './filter.ts';

/** A partial index has the events without the usual value. The planner uses it if the condition excludes that value. */
const oneOf = (column: RawBuilder<unknown>, values: readonly string[], usual: string): Condition[] => [
  sql`${column} in (${sql.join(values.map((value) => sql.lit(value)))})`,
  ...(values.includes(usual) ? [] : [sql<boolean>`${column} <> ${sql.lit(usual)}`]),
];

export const hasStatus = (statuses: readonly EventStatus[]): Condition[] =>
  oneOf(sql`e.event_status`, statuses, 'scheduled');

export const hasMode = (modes: readonly AttendanceMode[]): Condition[] =>
  modes.length === 0 ? [sql`1 = 0`] : oneOf(sql`e.attendance_mode`, modes, 'offline');

interface SentModes {
  attendance_mode?: readonly AttendanceMode[] | undefined;
  online?: boolean | undefined;
}

/** The modes that match both parameters. */
export function readModes({ attendance_mode: modes, online }: SentModes): readonly AttendanceMode[] | undefined {
  if (online === undefined) return modes;
  return (modes ?? attendanceModes).filter((mode) => (mode !== 'offline') === online);
}

/** A cost with no digits but zeros, or a word for free. The index in the schema has the same expression. */
const isFree = sql<boolean>`(cost like '%0%' and cost not like '%1%' and cost not like '%2%' and cost not like '%3%'
  and cost not like '%4%' and cost not like '%5%' and cost not like '%6%' and cost not like '%7%'
  and cost not like '%8%' and cost not like '%9%'
  or lower(cost) in ('free', 'gratis', 'kostenlos', 'gratuit', 'gratuito', 'grátis', '無料', '免费', 'безплатно'))`;

export const costsNothing = (free: boolean): Condition[] => [free ? isFree : sql`not ${isFree}`];
