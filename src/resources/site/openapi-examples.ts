/** Request bodies by schema name; an empty calendar accepts them in this order. */
export const bodyExamples: Readonly<Record<string, readonly unknown[]>> = {
  CategoryCreate: [{ name: 'Concerts', description: 'Music of all kinds' }],
  CategoryUpdate: [{ description: 'Music, live' }],
  TagCreate: [{ name: 'open air' }],
  TagUpdate: [{ slug: 'outdoors' }],
  VenueCreate: [
    {
      venue: 'Harbour Hall',
      address: '1 Quay Street',
      city: 'Bristol',
      zip: 'BS1 4RL',
      country: 'United Kingdom',
      geo_lat: 51.45,
      geo_lng: -2.6,
    },
  ],
  VenueUpdate: [{ phone: '+44 117 496 0000', website: 'https://harbour-hall.example/' }],
  OrganizerCreate: [{ organizer: 'Bristol Music Society', email: 'hello@music.example' }],
  OrganizerUpdate: [{ phone: '+44 117 496 0001', email: null }],
  EventCreate: [
    { title: 'Rehearsal', start_date: '2027-05-10 18:00:00', end_date: '2027-05-10 20:00:00', status: 'draft' },
    {
      title: 'Summer concert',
      description: 'Doors open at seven.\n\nBring a blanket.',
      start_date: '2027-06-19 19:30:00',
      end_date: '2027-06-19 22:00:00',
      timezone: 'Europe/London',
      cost: '£12 - £20',
      featured: true,
      categories: ['Concerts'],
      tags: ['open air', 'family'],
      venue: { venue: 'Castle Park', city: 'Bristol', country: 'United Kingdom' },
      organizer: [{ organizer: 'Bristol Music Society' }],
    },
  ],
  MediaUpdate: [{ alt_text: 'The stage in the evening sun' }],
  WebhookCreate: [
    {
      url: 'https://receiver.example/calendar',
      types: ['event.published', 'event.deleted'],
      description: 'Newsletter',
    },
  ],
  WebhookUpdate: [{ types: ['event.*'], categories: [] }, { status: 'paused' }],
  WebhookPing: [{}],
  WebhookSecretRotation: [{}],
  WebhookReplayRequest: [{}],
  ApplicationPasswordCreate: [{ name: 'Web site', scopes: ['read', 'write:own'] }],
  SiteCreate: [
    {
      requests: [
        { method: 'POST', path: '/venues', body: { venue: 'Old Mill', city: 'Lyon', country: 'France' } },
        {
          method: 'POST',
          path: '/events',
          body: {
            title: 'Lantern walk',
            start_date: '2027-05-10 18:00',
            end_date: '2027-05-10 20:30',
            venue: '{0.id}',
          },
        },
      ],
    },
  ],
  EventRestore: [{}],
  VenueRestore: [{}],
  OrganizerRestore: [{}],
  CategoryRestore: [{}],
  TagRestore: [{}],
  MediaRestore: [{}],
  EventUpdate: [{ start_date: '2027-06-19 20:00:00', tags: [], website: null }, { status: 'private' }],
};
