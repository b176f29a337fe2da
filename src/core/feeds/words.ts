import type { EventStatus } from '../event-status.ts';
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

/** `Events – calendar.example` */
export const describeCalendar = (name: string, language: Language): string => `${events[language]} – ${name}`;

/** How feeds mark an event that does not take place as announced. */
const statuses: Readonly<Record<Language, Readonly<Record<Exclude<EventStatus, 'scheduled'>, string>>>> = {
  bg: { canceled: 'Отменено', postponed: 'Отложено', rescheduled: 'Нова дата', moved_online: 'Преместено онлайн' },
  'zh-hans': { canceled: '已取消', postponed: '已延期', rescheduled: '已改期', moved_online: '改为线上' },
  en: { canceled: 'Canceled', postponed: 'Postponed', rescheduled: 'Rescheduled', moved_online: 'Moved online' },
  fr: { canceled: 'Annulé', postponed: 'Reporté', rescheduled: 'Nouvelle date', moved_online: 'Passe en ligne' },
  de: {
    canceled: 'Abgesagt',
    postponed: 'Verschoben',
    rescheduled: 'Neuer Termin',
    moved_online: 'Findet online statt',
  },
  ja: { canceled: '中止', postponed: '延期', rescheduled: '日程変更', moved_online: 'オンライン開催に変更' },
  'pt-br': { canceled: 'Cancelado', postponed: 'Adiado', rescheduled: 'Nova data', moved_online: 'Agora on-line' },
  es: { canceled: 'Cancelado', postponed: 'Aplazado', rescheduled: 'Nueva fecha', moved_online: 'Pasa a ser en línea' },
};

export const statusWords = (language: Language) => statuses[language];

export const titleWithStatus = (title: string, status: EventStatus, language: Language): string =>
  status === 'scheduled' ? title : `${statuses[language][status]}: ${title}`;
