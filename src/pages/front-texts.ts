// What the front page says, in the languages of the content.
import type { Language } from '../core/languages.ts';

interface FrontTexts {
  heading: string;
  about: string;
  documentation: string;
  aboutDocumentation: string;
  coming: string;
  subscription: string;
  description: string;
  catalogue: string;
  languages: string;
}

export const frontTexts: Readonly<Record<Language, FrontTexts>> = {
  bg: {
    heading: 'Календар на събитията',
    about: 'Това е календар за програми: събития, места, организатори, категории и етикети като JSON.',
    documentation: 'Документация',
    aboutDocumentation: 'на английски; заявките могат да се изпробват',
    coming: 'Предстоящи събития',
    subscription: 'календар за абониране',
    description: 'Документ OpenAPI',
    catalogue: 'каталог на интерфейсите',
    languages: 'Други езици',
  },
  'zh-hans': {
    heading: '活动日历',
    about: '这是供程序使用的日历，以 JSON 提供活动、地点、主办方、分类和标签。',
    documentation: '文档',
    aboutDocumentation: '英文，可在其中试用请求',
    coming: '即将举行的活动',
    subscription: '可订阅的日历',
    description: 'OpenAPI 文档',
    catalogue: '接口目录',
    languages: '其他语言',
  },
  en: {
    heading: 'Events calendar',
    about: 'This is a calendar for programs: events, venues, organizers, categories and tags as JSON.',
    documentation: 'Documentation',
    aboutDocumentation: 'requests can be tried there',
    coming: 'Coming events',
    subscription: 'calendar to subscribe to',
    description: 'OpenAPI document',
    catalogue: 'catalogue of interfaces',
    languages: 'Other languages',
  },
  fr: {
    heading: 'Calendrier d’événements',
    about:
      'Ce calendrier s’adresse aux programmes : événements, lieux, organisateurs, catégories et étiquettes en JSON.',
    documentation: 'Documentation',
    aboutDocumentation: 'en anglais ; les requêtes peuvent y être essayées',
    coming: 'Événements à venir',
    subscription: 'calendrier auquel s’abonner',
    description: 'Document OpenAPI',
    catalogue: 'catalogue des interfaces',
    languages: 'Autres langues',
  },
  de: {
    heading: 'Veranstaltungskalender',
    about:
      'Dies ist ein Kalender für Programme: Veranstaltungen, Orte, Veranstalter, Kategorien und Schlagwörter als JSON.',
    documentation: 'Dokumentation',
    aboutDocumentation: 'auf Englisch; Anfragen lassen sich dort ausprobieren',
    coming: 'Kommende Veranstaltungen',
    subscription: 'Kalender zum Abonnieren',
    description: 'OpenAPI-Dokument',
    catalogue: 'Verzeichnis der Schnittstellen',
    languages: 'Andere Sprachen',
  },
  ja: {
    heading: 'イベントカレンダー',
    about: 'プログラム向けのカレンダーです。イベント、会場、主催者、カテゴリー、タグを JSON で提供します。',
    documentation: 'ドキュメント',
    aboutDocumentation: '英語。リクエストを試すことができます',
    coming: '今後のイベント',
    subscription: '購読用カレンダー',
    description: 'OpenAPI ドキュメント',
    catalogue: 'インターフェースの一覧',
    languages: '他の言語',
  },
  'pt-br': {
    heading: 'Calendário de eventos',
    about: 'Este é um calendário para programas: eventos, locais, organizadores, categorias e tags em JSON.',
    documentation: 'Documentação',
    aboutDocumentation: 'em inglês; as requisições podem ser testadas ali',
    coming: 'Próximos eventos',
    subscription: 'calendário para assinar',
    description: 'Documento OpenAPI',
    catalogue: 'catálogo de interfaces',
    languages: 'Outros idiomas',
  },
  es: {
    heading: 'Calendario de eventos',
    about: 'Este es un calendario para programas: eventos, lugares, organizadores, categorías y etiquetas en JSON.',
    documentation: 'Documentación',
    aboutDocumentation: 'en inglés; allí se pueden probar las peticiones',
    coming: 'Próximos eventos',
    subscription: 'calendario al que suscribirse',
    description: 'Documento OpenAPI',
    catalogue: 'catálogo de interfaces',
    languages: 'Otros idiomas',
  },
};
