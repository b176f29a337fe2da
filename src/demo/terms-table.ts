export interface DemoTerm {
  name: string;
  description?: string;
  /** Names in other languages. */
  fr?: string;
  de?: string;
  es?: string;
}

export interface DemoCategory extends DemoTerm {
  below: readonly DemoTerm[];
}

const term = (name: string, fr: string, de: string, es: string): DemoTerm => ({ name, fr, de, es });

export const demoCategories: readonly DemoCategory[] = [
  {
    ...term('Music', 'Musique', 'Musik', 'Música'),
    description: 'From open stages to orchestras.',
    below: [
      term('Concerts', 'Concerts', 'Konzerte', 'Conciertos'),
      term('Jazz and Blues', 'Jazz et blues', 'Jazz und Blues', 'Jazz y blues'),
      term('Classical', 'Classique', 'Klassik', 'Clásica'),
      term('Festivals', 'Festivals', 'Festivals', 'Festivales'),
    ],
  },
  {
    ...term('Arts', 'Arts', 'Kunst', 'Artes'),
    description: 'To look at, to listen to, to make.',
    below: [
      term('Exhibitions', 'Expositions', 'Ausstellungen', 'Exposiciones'),
      term('Theatre', 'Théâtre', 'Theater', 'Teatro'),
      term('Film', 'Cinéma', 'Film', 'Cine'),
      term('Literature', 'Littérature', 'Literatur', 'Literatura'),
    ],
  },
  {
    ...term('Learning', 'Apprendre', 'Lernen', 'Aprender'),
    description: 'Classes, workshops and talks.',
    below: [
      term('Workshops', 'Ateliers', 'Workshops', 'Talleres'),
      term('Talks', 'Conférences', 'Vorträge', 'Charlas'),
      term('Technology', 'Technologie', 'Technik', 'Tecnología'),
      term('Languages', 'Langues', 'Sprachen', 'Idiomas'),
    ],
  },
  {
    ...term('Community', 'Vie de quartier', 'Nachbarschaft', 'Comunidad'),
    description: 'What neighbours do together.',
    below: [
      term('Markets', 'Marchés', 'Märkte', 'Mercados'),
      term('Volunteering', 'Bénévolat', 'Mitmachen', 'Voluntariado'),
      term('Meetings', 'Réunions', 'Versammlungen', 'Reuniones'),
    ],
  },
  {
    ...term('Outdoors', 'Plein air', 'Draußen', 'Al aire libre'),
    description: 'On foot, on wheels, in boats.',
    below: [
      term('Running', 'Course à pied', 'Laufen', 'Carreras'),
      term('Walks', 'Promenades', 'Spaziergänge', 'Paseos'),
      term('Cycling', 'Vélo', 'Radfahren', 'Ciclismo'),
    ],
  },
  {
    ...term('Food and Drink', 'Manger et boire', 'Essen und Trinken', 'Comer y beber'),
    description: 'Cooking, tasting, sharing a table.',
    below: [term('Tastings', 'Dégustations', 'Verkostungen', 'Catas'), term('Cooking', 'Cuisine', 'Kochen', 'Cocina')],
  },
  {
    ...term('Family', 'En famille', 'Familie', 'Familia'),
    description: 'For children and who comes with them.',
    below: [],
  },
];

export const demoTags: readonly string[] = [
  'Free entry',
  'Booking needed',
  'Beginners welcome',
  'All ages',
  'For children',
  'Wheelchair accessible',
  'Sign language',
  'In the open air',
  'Rain or shine',
  'Evening',
  'Weekend',
  'Live music',
  'Hands-on',
  'In English',
  'Few seats',
  'Food on site',
  'For charity',
  'Members only',
  'Weekly',
  'Once a year',
];
