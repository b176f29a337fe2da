import { secondsPerDay } from '../dates/civil.ts';
import { asWritten, formatRange } from '../dates/notation.ts';
import type { EventStatus } from '../event-status.ts';
import { type Language, languageTag } from '../languages.ts';
import translations from './words.json' with { type: 'json' };

interface Words {
  events: string;
  /** Between the status and the title of an event. */
  colon: string;
  /** How feeds mark an event that does not take place as announced. */
  statuses: Readonly<Record<Exclude<EventStatus, 'scheduled'>, string>>;
}

const words: Readonly<Record<Language, Words>> = translations;

/** `Events – calendar.example` */
export const describeCalendar = (name: string, language: Language): string => `${words[language].events} – ${name}`;

export const statusWords = (language: Language): Words['statuses'] => words[language].statuses;

export function titleWithStatus(title: string, status: EventStatus, language: Language): string {
  const { statuses, colon } = words[language];
  return status === 'scheduled' ? title : statuses[status] + colon + title;
}

/** Without the `T`, years below 100 would be in the twentieth or twenty-first century. */
const msOf = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** Saturday, June 19, 2027 at 7:30 PM and `zone`, or the first and the last day. Wall clock times are formatted as if in UTC. */
export function createDateFormat(language: Language) {
  const tag = languageTag(language);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return (startWall: string, endWall: string, isAllDay: boolean, zone = ''): string => {
    const [start, end] = [msOf(startWall), msOf(endWall)];
    const isLong = isAllDay || end - start >= secondsPerDay * 1000;
    // An event that ends at midnight does not extend to that day.
    return isLong ? formatRange(language, day, start, end - 1) : asWritten(language, time.format(start)) + zone;
  };
}
