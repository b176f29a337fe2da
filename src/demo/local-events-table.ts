// Events told one by one, with translations: those whose own language is not English.
import type { Language } from '../core/languages.ts';

interface Words {
  title: string;
  excerpt: string;
  paragraphs: readonly string[];
}

export interface LocalEvent {
  venue: string;
  organizer: string;
  categories: readonly string[];
  tags: readonly string[];
  /** Days from today. */
  inDays: number;
  /** Wall clock; absent is all day. */
  start?: string;
  minutes?: number;
  /** Of an all-day event. */
  days?: number;
  price: number | readonly [number, number];
  language: Language;
  own: Words;
  others: Partial<Record<Language, Words>>;
  /** Of an event with sub-events. */
  key?: string;
  /** Key of the event that it is a sub-event of. */
  parent?: string;
}

export const localEvents: readonly LocalEvent[] = [
  {
    venue: 'paris',
    organizer: 'gallery-circle',
    categories: ['Exhibitions'],
    tags: ['Free entry', 'Evening'],
    inDays: 9,
    start: '18:00',
    minutes: 180,
    price: 0,
    language: 'fr',
    own: {
      title: 'Vernissage : les carnets de la rue',
      excerpt: 'Trois ans de croquis faits debout, entre deux métros.',
      paragraphs: [
        'Elle dessine dans les files d’attente, sur les quais, aux terrasses. Les carnets de trois années sont ouverts pour la première fois.',
        'L’artiste est présente dès dix-huit heures. Un verre est offert à celles et ceux qui apportent leur propre carnet.',
      ],
    },
    others: {
      en: {
        title: 'Opening: Sketchbooks of the Street',
        excerpt: 'Three years of sketches made standing, between two metros.',
        paragraphs: [
          'She draws in queues, on platforms, on terraces. The sketchbooks of three years are open for the first time.',
          'The artist is there from six. Whoever brings a sketchbook of their own is offered a drink.',
        ],
      },
      de: {
        title: 'Vernissage: Skizzenbücher der Straße',
        excerpt: 'Drei Jahre Skizzen, im Stehen gezeichnet.',
        paragraphs: [
          'Sie zeichnet in Warteschlangen, auf Bahnsteigen, auf Terrassen. Die Hefte aus drei Jahren sind zum ersten Mal offen.',
        ],
      },
      es: {
        title: 'Inauguración: cuadernos de la calle',
        excerpt: 'Tres años de bocetos hechos de pie, entre dos metros.',
        paragraphs: [
          'Dibuja en las colas, en los andenes, en las terrazas. Los cuadernos de tres años se abren por primera vez.',
        ],
      },
    },
  },
  {
    venue: 'berlin',
    organizer: 'kino-klub',
    categories: ['Film'],
    tags: ['Evening', 'Live music'],
    inDays: 5,
    start: '20:00',
    minutes: 140,
    price: 9,
    language: 'de',
    own: {
      title: 'Stummfilm mit Orgel: Die Stadt schläft nicht',
      excerpt: 'Eine restaurierte Kopie, eine Kinoorgel und ein sehr langer Kuss.',
      paragraphs: [
        'Die Kopie lag achtzig Jahre in einem Keller. Nun läuft der Film wieder, begleitet von der Kinoorgel der Werkhalle.',
        'Vor dem Film erzählt die Restauratorin, was fehlte und woher es kam. Die Bar öffnet um sieben.',
      ],
    },
    others: {
      en: {
        title: 'Silent Film with Organ: The City Never Sleeps',
        excerpt: 'A restored print, a cinema organ and a very long kiss.',
        paragraphs: [
          'The print lay in a cellar for eighty years. Now the film is shown again, accompanied by the cinema organ of the Werkhalle.',
          'Before the film the restorer tells what was missing and where it was found. The bar opens at seven.',
        ],
      },
      fr: {
        title: 'Ciné-concert à l’orgue : la ville ne dort jamais',
        excerpt: 'Une copie restaurée, un orgue de cinéma et un très long baiser.',
        paragraphs: ['La copie a dormi quatre-vingts ans dans une cave. Le film est de retour, accompagné à l’orgue.'],
      },
      es: {
        title: 'Cine mudo con órgano: la ciudad no duerme',
        excerpt: 'Una copia restaurada, un órgano de cine y un beso muy largo.',
        paragraphs: ['La copia pasó ochenta años en un sótano. La película vuelve, acompañada al órgano.'],
      },
    },
  },
  {
    venue: 'barcelona',
    organizer: 'slow-table',
    categories: ['Cooking'],
    tags: ['Hands-on', 'Food on site', 'Booking needed'],
    inDays: 12,
    start: '18:30',
    minutes: 180,
    price: 25,
    language: 'es',
    own: {
      title: 'Taller de arroces: del sofrito a la mesa',
      excerpt: 'Tres arroces, una mesa larga y ninguna prisa.',
      paragraphs: [
        'El secreto está en el sofrito, y el sofrito pide tiempo. Cocinamos juntos tres arroces y los comemos en el patio.',
        'Incluye ingredientes, delantal y vino. Avisad de alergias al reservar, por favor.',
      ],
    },
    others: {
      en: {
        title: 'Rice Workshop: From the Pan to the Table',
        excerpt: 'Three rice dishes, one long table and no hurry.',
        paragraphs: [
          'The secret is in the base, and the base wants time. We cook three rice dishes together and eat them in the courtyard.',
          'Ingredients, apron and wine are included. Please mention allergies when you book.',
        ],
      },
      fr: {
        title: 'Atelier de riz : de la poêle à la table',
        excerpt: 'Trois riz, une longue table et aucune hâte.',
        paragraphs: [
          'Le secret est dans la base, et la base demande du temps. Nous cuisinons trois plats et les mangeons dans la cour.',
        ],
      },
      de: {
        title: 'Reiswerkstatt: von der Pfanne auf den Tisch',
        excerpt: 'Drei Reisgerichte, ein langer Tisch und keine Eile.',
        paragraphs: [
          'Das Geheimnis liegt im Ansatz, und der braucht Zeit. Wir kochen drei Gerichte und essen sie im Hof.',
        ],
      },
    },
  },
  {
    venue: 'sofia',
    organizer: 'city-readers',
    categories: ['Literature'],
    tags: ['Evening', 'Free entry'],
    inDays: 16,
    start: '18:30',
    minutes: 90,
    price: 0,
    language: 'bg',
    own: {
      title: 'Вечер на късия разказ',
      excerpt: 'Пет автори, по десет минути, една лампа.',
      paragraphs: [
        'Петима писатели четат по един нов разказ, никой от тях по-дълъг от десет минути. Публиката избира кой ще прочете втори.',
        'Входът е свободен. След четенето има чай от липа и разговор без микрофон.',
      ],
    },
    others: {
      en: {
        title: 'An Evening of Short Stories',
        excerpt: 'Five authors, ten minutes each, one lamp.',
        paragraphs: [
          'Five writers read a new story each, none of them longer than ten minutes. The audience chooses who reads a second one.',
          'Entry is free. After the reading there is lime-blossom tea and a talk without microphones.',
        ],
      },
      fr: {
        title: 'Soirée de la nouvelle',
        excerpt: 'Cinq auteurs, dix minutes chacun, une lampe.',
        paragraphs: ['Cinq écrivains lisent chacun un texte inédit. Le public choisit qui en lira un second.'],
      },
      de: {
        title: 'Abend der Kurzgeschichte',
        excerpt: 'Fünf Autoren, je zehn Minuten, eine Lampe.',
        paragraphs: ['Fünf Schreibende lesen je eine neue Geschichte. Das Publikum wählt, wer noch eine liest.'],
      },
      es: {
        title: 'Noche del cuento corto',
        excerpt: 'Cinco autores, diez minutos cada uno, una lámpara.',
        paragraphs: ['Cinco escritores leen un cuento nuevo. El público elige quién lee otro.'],
      },
    },
  },
  {
    venue: 'tokyo',
    organizer: 'gallery-circle',
    categories: ['Workshops'],
    tags: ['Hands-on', 'Few seats', 'Beginners welcome'],
    inDays: 7,
    start: '10:00',
    minutes: 150,
    price: 18,
    language: 'ja',
    own: {
      title: '金継ぎ入門：割れた器をつなぐ',
      excerpt: '割れた器を、漆と金で。初めての方も歓迎です。',
      paragraphs: [
        'お気に入りの器が割れてしまったら、金継ぎの出番です。漆を使った昔ながらの方法を、少人数で学びます。',
        '器は一点お持ちください。エプロンはこちらで用意します。修復した器は二週間後にお渡しします。',
      ],
    },
    others: {
      en: {
        title: 'Kintsugi for Beginners: Mending Broken Bowls',
        excerpt: 'Broken bowls, mended with lacquer and gold. Beginners are welcome.',
        paragraphs: [
          'When a bowl that you love breaks, it is time for kintsugi. In a small group we learn the old way, with lacquer.',
          'Please bring one bowl. Aprons are here. The mended bowl can be fetched two weeks later.',
        ],
      },
      fr: {
        title: 'Initiation au kintsugi',
        excerpt: 'Réparer un bol, avec de la laque et de l’or.',
        paragraphs: ['Quand un bol que l’on aime se casse, vient l’heure du kintsugi. En petit groupe, à l’ancienne.'],
      },
      de: {
        title: 'Kintsugi für Einsteiger',
        excerpt: 'Zerbrochenes verbinden, mit Lack und Gold.',
        paragraphs: [
          'Wenn eine geliebte Schale zerbricht, ist es Zeit für Kintsugi. In kleiner Gruppe, auf die alte Art.',
        ],
      },
      es: {
        title: 'Introducción al kintsugi',
        excerpt: 'Unir lo roto, con laca y oro.',
        paragraphs: ['Cuando se rompe un cuenco querido, llega la hora del kintsugi. En grupo pequeño, a la antigua.'],
      },
    },
  },
  {
    venue: 'tokyo',
    organizer: 'night-school',
    categories: ['Languages'],
    tags: ['Free entry', 'Beginners welcome'],
    inDays: 21,
    start: '18:00',
    minutes: 120,
    price: 0,
    language: 'zh-hans',
    own: {
      title: '中文茶话会：节气与点心',
      excerpt: '一壶茶，几样点心，慢慢聊中文。',
      paragraphs: [
        '每月一次，大家围坐在榻榻米上，用中文聊一个节气、一种点心。水平不限，母语者也欢迎来帮忙。',
        '活动免费，茶水自理。请提前十分钟到场换鞋。',
      ],
    },
    others: {
      en: {
        title: 'Chinese Tea Table: Seasons and Sweets',
        excerpt: 'A pot of tea, some sweets and slow Chinese conversation.',
        paragraphs: [
          'Once a month we sit on the tatami and talk in Chinese about one season and one sweet. Every level is fine, and native speakers are welcome to help.',
          'The evening is free, the tea is not. Please come ten minutes early and take off your shoes.',
        ],
      },
      fr: {
        title: 'Table de thé en chinois : saisons et douceurs',
        excerpt: 'Du thé, des douceurs et du chinois sans hâte.',
        paragraphs: [
          'Une fois par mois, on parle chinois sur les tatamis, d’une saison et d’une douceur. Tous niveaux.',
        ],
      },
      de: {
        title: 'Chinesischer Teetisch: Jahreszeiten und Süßes',
        excerpt: 'Eine Kanne Tee, etwas Süßes und langsames Chinesisch.',
        paragraphs: [
          'Einmal im Monat sprechen wir auf den Tatami Chinesisch, über eine Jahreszeit und eine Süßigkeit.',
        ],
      },
      es: {
        title: 'Mesa de té en chino: estaciones y dulces',
        excerpt: 'Una tetera, unos dulces y chino sin prisa.',
        paragraphs: ['Una vez al mes hablamos en chino sobre los tatamis, de una estación y de un dulce.'],
      },
    },
  },
  {
    venue: 'sao-paulo',
    organizer: 'open-stage',
    categories: ['Concerts'],
    tags: ['Live music', 'Evening', 'Food on site'],
    inDays: 3,
    start: '20:00',
    minutes: 180,
    price: 6,
    language: 'pt-br',
    own: {
      title: 'Roda de choro no galpão',
      excerpt: 'Violão, cavaquinho, pandeiro e quem mais chegar.',
      paragraphs: [
        'A roda começa com os da casa e cresce com quem traz instrumento. Choro antigo, choro novo e, lá pelas onze, samba.',
        'A cozinha serve até meia-noite. Músicos que tocam não pagam entrada.',
      ],
    },
    others: {
      en: {
        title: 'Choro Circle at the Warehouse',
        excerpt: 'Guitar, cavaquinho, pandeiro and whoever turns up.',
        paragraphs: [
          'The circle begins with the house band and grows with everybody who brings an instrument. Old choro, new choro and, towards eleven, samba.',
          'The kitchen is open until midnight. Musicians who play do not pay.',
        ],
      },
      fr: {
        title: 'Ronde de choro à l’entrepôt',
        excerpt: 'Guitare, cavaquinho, pandeiro et qui viendra.',
        paragraphs: [
          'La ronde commence avec les gens de la maison et grandit avec chaque instrument. Vers onze heures, samba.',
        ],
      },
      de: {
        title: 'Choro-Runde im Lagerhaus',
        excerpt: 'Gitarre, Cavaquinho, Pandeiro und wer sonst noch kommt.',
        paragraphs: ['Die Runde beginnt mit der Hausband und wächst mit jedem Instrument. Gegen elf wird es Samba.'],
      },
      es: {
        title: 'Rueda de choro en el galpón',
        excerpt: 'Guitarra, cavaquinho, pandereta y quien llegue.',
        paragraphs: ['La rueda empieza con los de casa y crece con cada instrumento. Hacia las once, samba.'],
      },
    },
  },
];
