import type { EventStatus } from '../event-status.ts';
import type { Language } from '../languages.ts';
import translations from './words.json' with { type: 'json' };

interface Words {
  events: string;
  /** How feeds mark an event that does not take place as announced. */
  statuses: Readonly<Record<Exclude<EventStatus, 'scheduled'>, string>>;
}

const words: Readonly<Record<Language, Words>> = translations;

/** `Events – calendar.example` */
export const describeCalendar = (name: string, language: Language): string => `${words[language].events} – ${name}`;

export const statusWords = (language: Language): Words['statuses'] => words[language].statuses;

export const titleWithStatus = (title: string, status: EventStatus, language: Language): string =>
  status === 'scheduled' ? title : `${words[language].statuses[status]}: ${title}`;
