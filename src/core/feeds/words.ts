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

/** Saturday, June 19, 2027 at 7:30 PM, or the first and the last day. Wall clock times are formatted as if in UTC. */
export function createDateFormat(language: Language) {
  const tag = languageTag(language);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return (startWall: string, endWall: string, isAllDay: boolean): string => {
    const [start, end] = [startWall, endWall].map((wall) => Date.parse(`${wall}Z`)) as [number, number];
    const isLong = isAllDay || end - start >= secondsPerDay * 1000;
    return isLong ? formatRange(language, day, start, end) : asWritten(language, time.format(start));
  };
}
