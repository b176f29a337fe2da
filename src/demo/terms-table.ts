import type { Language } from '../core/languages.ts';

export interface DemoTerm {
  name: string;
  description?: string;
  /** Names in other languages. */
  names: Partial<Record<Language, string>>;
}

export interface DemoCategory extends DemoTerm {
  below: readonly DemoTerm[];
}

type Names = readonly [fr: string, de: string, es: string, ja: string, bg: string, ptBr: string, zh: string];

const term = (name: string, ...[fr, de, es, ja, bg, ptBr, zh]: Names): DemoTerm => ({
  name,
  names: { fr, de, es, ja, bg, 'pt-br': ptBr, 'zh-hans': zh },
});

export const demoCategories: readonly DemoCategory[] = [
  {
    ...term('Music', 'Musique', 'Musik', 'Música', '音楽', 'Музика', 'Música', '音乐'),
    description: 'From open stages to orchestras.',
    below: [
      term('Concerts', 'Concerts', 'Konzerte', 'Conciertos', 'コンサート', 'Концерти', 'Shows', '音乐会'),
      term(
        'Jazz and Blues',
        'Jazz et blues',
        'Jazz und Blues',
        'Jazz y blues',
        'ジャズとブルース',
        'Джаз и блус',
        'Jazz e blues',
        '爵士与蓝调',
      ),
      term('Classical', 'Classique', 'Klassik', 'Clásica', 'クラシック', 'Класическа музика', 'Clássica', '古典音乐'),
      term('Festivals', 'Festivals', 'Festivals', 'Festivales', 'フェスティバル', 'Фестивали', 'Festivais', '节庆'),
    ],
  },
  {
    ...term('Arts', 'Arts', 'Kunst', 'Artes', 'アート', 'Изкуства', 'Artes', '艺术'),
    description: 'To look at, to listen to, to make.',
    below: [
      term('Exhibitions', 'Expositions', 'Ausstellungen', 'Exposiciones', '展覧会', 'Изложби', 'Exposições', '展览'),
      term('Theatre', 'Théâtre', 'Theater', 'Teatro', '演劇', 'Театър', 'Teatro', '戏剧'),
      term('Film', 'Cinéma', 'Film', 'Cine', '映画', 'Кино', 'Cinema', '电影'),
      term('Literature', 'Littérature', 'Literatur', 'Literatura', '文学', 'Литература', 'Literatura', '文学'),
    ],
  },
  {
    ...term('Learning', 'Apprendre', 'Lernen', 'Aprender', '学び', 'Учене', 'Aprender', '学习'),
    description: 'Classes, workshops and talks.',
    below: [
      term('Workshops', 'Ateliers', 'Workshops', 'Talleres', 'ワークショップ', 'Работилници', 'Oficinas', '工作坊'),
      term('Talks', 'Conférences', 'Vorträge', 'Charlas', '講演', 'Лекции', 'Palestras', '讲座'),
      term('Technology', 'Technologie', 'Technik', 'Tecnología', 'テクノロジー', 'Технологии', 'Tecnologia', '科技'),
      term('Languages', 'Langues', 'Sprachen', 'Idiomas', '語学', 'Езици', 'Idiomas', '语言'),
    ],
  },
  {
    ...term('Community', 'Vie de quartier', 'Nachbarschaft', 'Comunidad', '地域', 'Общност', 'Comunidade', '社区'),
    description: 'What neighbours do together.',
    below: [
      term('Markets', 'Marchés', 'Märkte', 'Mercados', '市', 'Пазари', 'Feiras', '市集'),
      term(
        'Volunteering',
        'Bénévolat',
        'Mitmachen',
        'Voluntariado',
        'ボランティア',
        'Доброволчество',
        'Voluntariado',
        '志愿服务',
      ),
      term('Meetings', 'Réunions', 'Versammlungen', 'Reuniones', '集会', 'Срещи', 'Reuniões', '聚会'),
    ],
  },
  {
    ...term('Outdoors', 'Plein air', 'Draußen', 'Al aire libre', 'アウトドア', 'На открито', 'Ao ar livre', '户外'),
    description: 'On foot, on wheels, in boats.',
    below: [
      term('Running', 'Course à pied', 'Laufen', 'Carreras', 'ランニング', 'Бягане', 'Corrida', '跑步'),
      term('Walks', 'Promenades', 'Spaziergänge', 'Paseos', '散策', 'Разходки', 'Caminhadas', '漫步'),
      term('Cycling', 'Vélo', 'Radfahren', 'Ciclismo', 'サイクリング', 'Колоездене', 'Ciclismo', '骑行'),
    ],
  },
  {
    ...term(
      'Food and Drink',
      'Manger et boire',
      'Essen und Trinken',
      'Comer y beber',
      '食と飲み物',
      'Храна и напитки',
      'Comer e beber',
      '美食美酒',
    ),
    description: 'Cooking, tasting, sharing a table.',
    below: [
      term('Tastings', 'Dégustations', 'Verkostungen', 'Catas', 'テイスティング', 'Дегустации', 'Degustações', '品鉴'),
      term('Cooking', 'Cuisine', 'Kochen', 'Cocina', '料理', 'Готвене', 'Culinária', '烹饪'),
    ],
  },
  {
    ...term('Family', 'En famille', 'Familie', 'Familia', '家族', 'Семейни', 'Família', '家庭'),
    description: 'For children and who comes with them.',
    below: [],
  },
];

const tag = (name: string, fr: string, de: string, es: string): DemoTerm => ({ name, names: { fr, de, es } });

export const demoTags: readonly DemoTerm[] = [
  tag('Free entry', 'Entrée libre', 'Eintritt frei', 'Entrada libre'),
  tag('Booking needed', 'Sur réservation', 'Mit Anmeldung', 'Con reserva'),
  tag('Beginners welcome', 'Débutants bienvenus', 'Für Einsteiger', 'Para principiantes'),
  tag('All ages', 'Tous les âges', 'Für jedes Alter', 'Para todas las edades'),
  tag('For children', 'Pour les enfants', 'Für Kinder', 'Para niños'),
  tag('Wheelchair accessible', 'Accessible en fauteuil roulant', 'Rollstuhlgerecht', 'Accesible en silla de ruedas'),
  tag('Sign language', 'Langue des signes', 'Gebärdensprache', 'Lengua de signos'),
  tag('In the open air', 'À ciel ouvert', 'Unter freiem Himmel', 'A cielo abierto'),
  tag('Rain or shine', 'Par tous les temps', 'Bei jedem Wetter', 'Llueva o no'),
  tag('Evening', 'En soirée', 'Abends', 'Por la noche'),
  tag('Weekend', 'Week-end', 'Wochenende', 'Fin de semana'),
  tag('Live music', 'Musique live', 'Livemusik', 'Música en directo'),
  tag('Hands-on', 'À faire soi-même', 'Zum Selbermachen', 'Manos a la obra'),
  tag('In English', 'En anglais', 'Auf Englisch', 'En inglés'),
  tag('Few seats', 'Places limitées', 'Wenige Plätze', 'Pocas plazas'),
  tag('Food on site', 'Restauration sur place', 'Essen vor Ort', 'Comida en el lugar'),
  tag('For charity', 'Solidaire', 'Für den guten Zweck', 'Solidario'),
  tag('Members only', 'Réservé aux membres', 'Nur für Mitglieder', 'Solo socios'),
  tag('Weekly', 'Chaque semaine', 'Wöchentlich', 'Cada semana'),
  tag('Once a year', 'Une fois par an', 'Einmal im Jahr', 'Una vez al año'),
];
