import { environmentWithoutSettings, type Service, startService } from '../service.ts';
import type { CalendarCopy } from './calendar-template.ts';

/** A service over the calendar, with the settings of the corpus. */
export function startCalendar({ data, environment }: CalendarCopy): Promise<Service> {
  const args = ['--log-level', 'error', '--timezone', 'America/New_York', '--synchronous', 'off', '--data', data];
  return startService(args, { ...environmentWithoutSettings(), ...environment });
}
