import type { Language } from '../languages.ts';

const events: Readonly<Record<Language, string>> = {
  bg: 'Събития',
  'zh-hans': '活动',
  en: 'Events',
  fr: 'Événements',
  de: 'Veranstaltungen',
  ja: 'イベント',
  'pt-br': 'Eventos',
  es: 'Eventos',
};

/** What a calendar is, for people: `Events – calendar.example`. */
export const describeCalendar = (name: string, language: Language): string => `${events[language]} – ${name}`;
