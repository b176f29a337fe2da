// Filters by whether events take place as announced, where people take part, and whether they pay.
import { type RawBuilder, sql } from 'kysely';
import { type AttendanceMode, attendanceModes, type EventStatus } from '../../../core/event-status.ts';
import type { Condition } from './filter.ts';

/** An index has those that are not as usual: it is used where the condition says so. */
const oneOf = (column: RawBuilder<unknown>, words: readonly string[], usual: string): Condition[] => [
  sql`${column} in (${sql.join(words.map((word) => sql.lit(word)))})`,
  ...(words.includes(usual) ? [] : [sql<boolean>`${column} <> ${sql.lit(usual)}`]),
];

export const hasStatus = (statuses: readonly EventStatus[]): Condition[] =>
  oneOf(sql`e.event_status`, statuses, 'scheduled');

export const hasMode = (modes: readonly AttendanceMode[]): Condition[] =>
  modes.length === 0 ? [sql`1 = 0`] : oneOf(sql`e.attendance_mode`, modes, 'offline');

interface SentModes {
  attendance_mode?: readonly AttendanceMode[] | undefined;
  online?: boolean | undefined;
}

/** Of events that both parameters mean. */
export function readModes({ attendance_mode: modes, online }: SentModes): readonly AttendanceMode[] | undefined {
  if (online === undefined) return modes;
  return (modes ?? attendanceModes).filter((mode) => (mode !== 'offline') === online);
}

/** Prices of nothing but zeros, or a word for free; as the index in the schema has it. */
const isFree = sql<boolean>`(cost like '%0%' and cost not like '%1%' and cost not like '%2%' and cost not like '%3%'
  and cost not like '%4%' and cost not like '%5%' and cost not like '%6%' and cost not like '%7%'
  and cost not like '%8%' and cost not like '%9%'
  or lower(cost) in ('free', 'gratis', 'kostenlos', 'gratuit', 'gratuito', 'grátis', '無料', '免费', 'безплатно'))`;

export const costsNothing = (free: boolean): Condition[] => [free ? isFree : sql`not ${isFree}`];
