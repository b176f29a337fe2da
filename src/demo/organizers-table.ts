export interface DemoOrganizer {
  key: string;
  name: string;
  description: string;
  phone: string;
  email: string;
  website: string;
}

const organizer = (key: string, name: string, description: string, phone: string): DemoOrganizer => ({
  key,
  name,
  description,
  phone,
  email: `hello@${key}.example.org`,
  website: `https://${key}.example.org/`,
});

export const demoOrganizers: readonly DemoOrganizer[] = [
  organizer('open-stage', 'Open Stage Collective', 'Musicians who give first concerts a room.', '+44 20 7946 0301'),
  organizer(
    'night-school',
    'The Night School',
    'Evening classes by people who love what they teach.',
    '+44 20 7946 0302',
  ),
  organizer('green-hands', 'Green Hands', 'Gardens, repair cafés and river clean-ups.', '+49 30 23125 303'),
  organizer('city-readers', 'City Readers', 'A reading circle in eleven towns.', '+1 312-555-0104'),
  organizer('kino-klub', 'Kino Klub', 'Old films, good projectors, talks afterwards.', '+49 30 23125 305'),
  organizer('soundwalk', 'Soundwalk Festival', 'Four weeks of music in unusual places.', '+33 1 99 00 27 16'),
  organizer('makers-guild', 'Makers’ Guild', 'Wood, metal, textiles and soldering irons.', '+254 20 555 0107'),
  organizer('slow-table', 'Slow Table', 'Cooks, growers and hungry neighbours.', '+351 21 555 0108'),
  organizer('early-birds', 'Early Birds Running Club', 'Runs at every pace; nobody is left behind.', '+1 604-555-0109'),
  organizer('codebridge', 'Codebridge', 'Free software meet-ups and first steps in programming.', '+91 22 5550 0110'),
  organizer('little-theatre', 'Little Theatre Company', 'New plays, small casts, short evenings.', '+61 2 5550 0111'),
  organizer('kids-lab', 'Kids Lab', 'Experiments for children from five to twelve.', '+1 212-555-0112'),
  organizer('history-society', 'Local History Society', 'Walks, archives and very long memories.', '+44 20 7946 0313'),
  organizer('gallery-circle', 'Gallery Circle', 'Exhibitions, open studios and drawing evenings.', '+81 3-5550-0114'),
];
