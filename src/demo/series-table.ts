// A series: one event over several days, and what happens within it.
import type { LocalEvent } from './local-events-table.ts';

const lanterns = 'lantern-nights';
const common = { venue: 'lisbon', language: 'en' } as const;
const below = { ...common, parent: lanterns } as const;

export const seriesEvents: readonly LocalEvent[] = [
  {
    ...common,
    key: lanterns,
    organizer: 'gallery-circle',
    categories: ['Festivals', 'Arts'],
    tags: ['Evening', 'All ages', 'Once a year'],
    inDays: 2,
    days: 4,
    price: [0, 20],
    own: {
      title: 'Lantern Nights on the Quay',
      excerpt: 'Four evenings of light, music and paper by the river.',
      paragraphs: [
        'For four evenings the quay belongs to lanterns: built, carried, floated and at last forgiven for going out.',
        'Everything begins at Casa do Cais. Some evenings are free, for others there are tickets at the door.',
      ],
    },
    others: {
      fr: {
        title: 'Les nuits des lanternes',
        excerpt: 'Quatre soirs de lumière, de musique et de papier au bord du fleuve.',
        paragraphs: [
          'Pendant quatre soirs, le quai appartient aux lanternes : construites, portées, mises à l’eau.',
          'Tout commence à Casa do Cais. Certains soirs sont gratuits.',
        ],
      },
      de: {
        title: 'Laternennächte am Kai',
        excerpt: 'Vier Abende mit Licht, Musik und Papier am Fluss.',
        paragraphs: [
          'Vier Abende lang gehört der Kai den Laternen: gebaut, getragen und aufs Wasser gesetzt.',
          'Alles beginnt in der Casa do Cais. Manche Abende sind kostenlos.',
        ],
      },
      es: {
        title: 'Noches de farolillos',
        excerpt: 'Cuatro noches de luz, música y papel junto al río.',
        paragraphs: [
          'Durante cuatro noches el muelle es de los farolillos: hechos, llevados y echados al agua.',
          'Todo empieza en la Casa do Cais. Algunas noches son gratis.',
        ],
      },
    },
  },
  {
    ...below,
    organizer: 'makers-guild',
    categories: ['Workshops'],
    tags: ['Hands-on', 'For children', 'All ages'],
    inDays: 2,
    start: '15:00',
    minutes: 180,
    price: 5,
    own: {
      title: 'Lantern Nights: Build Your Own',
      excerpt: 'Willow, paper, glue and three hours.',
      paragraphs: [
        'Bend willow, tear paper, wait for the glue. Every lantern is a little crooked and that is what makes it glow.',
        'Material is included. Children come with somebody who can hold things.',
      ],
    },
    others: {
      fr: {
        title: 'Nuits des lanternes : l’atelier',
        excerpt: 'De l’osier, du papier, de la colle et trois heures.',
        paragraphs: [
          'On plie l’osier, on déchire le papier, on attend la colle. Chaque lanterne est un peu de travers.',
          'Matériel compris.',
        ],
      },
      de: {
        title: 'Laternennächte: Selber bauen',
        excerpt: 'Weide, Papier, Kleister und drei Stunden.',
        paragraphs: [
          'Weide biegen, Papier reißen, auf den Kleister warten. Jede Laterne wird ein wenig schief.',
          'Material inbegriffen.',
        ],
      },
      es: {
        title: 'Noches de farolillos: el taller',
        excerpt: 'Mimbre, papel, cola y tres horas.',
        paragraphs: [
          'Doblamos mimbre, rasgamos papel y esperamos a la cola. Cada farolillo sale un poco torcido.',
          'Material incluido.',
        ],
      },
    },
  },
  {
    ...below,
    organizer: 'green-hands',
    categories: ['Walks', 'Family'],
    tags: ['Free entry', 'In the open air', 'All ages'],
    inDays: 3,
    start: '19:00',
    minutes: 90,
    price: 0,
    own: {
      title: 'Lantern Nights: The Procession',
      excerpt: 'From the quay up the hill and back, slowly.',
      paragraphs: [
        'Hundreds of lanterns leave the quay at dusk, climb to the viewpoint and come down again, with a drum in front.',
        'Whoever has no lantern is lent one. In strong wind we walk with torches.',
      ],
    },
    others: {
      fr: {
        title: 'Nuits des lanternes : le cortège',
        excerpt: 'Du quai à la colline et retour, sans hâte.',
        paragraphs: [
          'Des centaines de lanternes quittent le quai au crépuscule et montent au belvédère, tambour en tête.',
          'On prête des lanternes à ceux qui n’en ont pas.',
        ],
      },
      de: {
        title: 'Laternennächte: Der Umzug',
        excerpt: 'Vom Kai auf den Hügel und zurück, ganz langsam.',
        paragraphs: [
          'Hunderte Laternen ziehen in der Dämmerung zum Aussichtspunkt hinauf, voran eine Trommel.',
          'Wer keine Laterne hat, leiht sich eine.',
        ],
      },
      es: {
        title: 'Noches de farolillos: el desfile',
        excerpt: 'Del muelle a la colina y vuelta, sin prisa.',
        paragraphs: [
          'Cientos de farolillos salen del muelle al anochecer y suben al mirador, con un tambor delante.',
          'A quien no tenga farolillo se le presta uno.',
        ],
      },
    },
  },
  {
    ...below,
    organizer: 'soundwalk',
    categories: ['Concerts'],
    tags: ['Live music', 'Evening', 'Booking needed'],
    inDays: 4,
    start: '20:30',
    minutes: 120,
    price: [12, 20],
    own: {
      title: 'Lantern Nights: Concert by Candlelight',
      excerpt: 'Two guitars, one voice, four hundred candles.',
      paragraphs: [
        'The hall is dark but for the candles, and silent but for two guitars and a voice that needs no microphone.',
        'Doors open at eight. Latecomers wait for the applause.',
      ],
    },
    others: {
      fr: {
        title: 'Nuits des lanternes : concert aux bougies',
        excerpt: 'Deux guitares, une voix, quatre cents bougies.',
        paragraphs: [
          'La salle n’a pour lumière que les bougies, et pour bruit que deux guitares et une voix.',
          'Ouverture des portes à vingt heures.',
        ],
      },
      de: {
        title: 'Laternennächte: Konzert bei Kerzenlicht',
        excerpt: 'Zwei Gitarren, eine Stimme, vierhundert Kerzen.',
        paragraphs: [
          'Der Saal ist dunkel bis auf die Kerzen und still bis auf zwei Gitarren und eine Stimme.',
          'Einlass um acht.',
        ],
      },
      es: {
        title: 'Noches de farolillos: concierto a la luz de las velas',
        excerpt: 'Dos guitarras, una voz, cuatrocientas velas.',
        paragraphs: [
          'La sala está a oscuras salvo por las velas, y en silencio salvo por dos guitarras y una voz.',
          'Las puertas se abren a las ocho.',
        ],
      },
    },
  },
  {
    ...below,
    organizer: 'kino-klub',
    categories: ['Film'],
    tags: ['Free entry', 'In the open air', 'Evening'],
    inDays: 5,
    start: '21:00',
    minutes: 150,
    price: 0,
    own: {
      title: 'Lantern Nights: Shadows on the Wall',
      excerpt: 'Shadow films from a hundred years, on the wall of the customs house.',
      paragraphs: [
        'The last evening is shown on the wall of the old customs house: films made of paper, scissors and shadow.',
        'Bring something to sit on. Afterwards the lanterns are put on the water.',
      ],
    },
    others: {
      fr: {
        title: 'Nuits des lanternes : ombres au mur',
        excerpt: 'Cent ans de films d’ombres sur le mur de la douane.',
        paragraphs: [
          'Le dernier soir, des films de papier, de ciseaux et d’ombre sont projetés sur le mur de l’ancienne douane.',
          'Apportez de quoi vous asseoir.',
        ],
      },
      de: {
        title: 'Laternennächte: Schatten an der Wand',
        excerpt: 'Hundert Jahre Schattenfilme an der Wand des Zollhauses.',
        paragraphs: [
          'Am letzten Abend laufen Filme aus Papier, Schere und Schatten an der Wand des alten Zollhauses.',
          'Bitte eine Sitzgelegenheit mitbringen.',
        ],
      },
      es: {
        title: 'Noches de farolillos: sombras en la pared',
        excerpt: 'Cien años de cine de sombras en la pared de la aduana.',
        paragraphs: [
          'La última noche se proyectan películas de papel, tijera y sombra en la pared de la vieja aduana.',
          'Traed algo para sentaros.',
        ],
      },
    },
  },
];
