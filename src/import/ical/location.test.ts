import { expect, test } from 'vitest';
import { readLocation, readPlace } from './location.ts';
import type { Properties } from './properties.ts';

test.each([
  [
    'Beaches Museum, 381 Beach Blvd, Jacksonville Beach, FL, 32250, United States',
    {
      address: '381 Beach Blvd',
      city: 'Jacksonville Beach',
      state: 'FL',
      stateprovince: 'FL',
      zip: '32250',
      country: 'United States',
    },
  ],
  [
    'CN Tower, 290 Bremner Blvd, Toronto, ON M5V 3L9, Canada',
    {
      address: '290 Bremner Blvd',
      city: 'Toronto',
      state: 'ON',
      stateprovince: 'ON',
      zip: 'M5V 3L9',
      country: 'Canada',
    },
  ],
  [
    'British Museum, Great Russell St, London WC1B 3DG, UK',
    { address: 'Great Russell St', city: 'London', zip: 'WC1B 3DG', country: 'UK' },
  ],
  [
    'Paradiso, Weteringschans 6-8, 1017 SG Amsterdam, Netherlands',
    { address: 'Weteringschans 6-8', city: 'Amsterdam', zip: '1017 SG', country: 'Netherlands' },
  ],
  [
    'Kulturhuset, Sergels torg, 111 57 Stockholm, Sweden',
    { address: 'Sergels torg', city: 'Stockholm', zip: '111 57', country: 'Sweden' },
  ],
  [
    'Teatr, plac Defilad 1, 00-901 Warszawa, Poland',
    { address: 'plac Defilad 1', city: 'Warszawa', zip: '00-901', country: 'Poland' },
  ],
  [
    'Casa, Rua X 41, 1200-109 Lisboa, Portugal',
    { address: 'Rua X 41', city: 'Lisboa', zip: '1200-109', country: 'Portugal' },
  ],
  ['Hall, Street 1, Berlin, 10115, Germany', { address: 'Street 1', city: 'Berlin', zip: '10115', country: 'Germany' }],
  [
    'Hall, Street 1, Amsterdam, 1017 SG, Netherlands',
    { address: 'Street 1', city: 'Amsterdam', zip: '1017 SG', country: 'Netherlands' },
  ],
  ['Hall, Miami, FL, 33101', { city: 'Miami', state: 'FL', stateprovince: 'FL', zip: '33101' }],
  [
    'CN Tower, 290 Bremner Blvd, Toronto, ON, Canada',
    { address: '290 Bremner Blvd', city: 'Toronto', state: 'ON', stateprovince: 'ON', country: 'Canada' },
  ],
  [
    'Hall, 1 Main St, Unit 5, Springfield, IL, USA',
    { address: '1 Main St, Unit 5', city: 'Springfield', state: 'IL', stateprovince: 'IL', country: 'USA' },
  ],
  [
    'Hall, 1 Main St, Unit 5, Springfield, IL',
    { address: '1 Main St, Unit 5', city: 'Springfield', state: 'IL', stateprovince: 'IL' },
  ],
  ['Central Park, New York, NY, USA', { city: 'New York', state: 'NY', stateprovince: 'NY', country: 'USA' }],
  ['Hyde Park, London, UK', { city: 'London', country: 'UK' }],
  ['Hall, Street 1, 12345 City', { address: 'Street 1', city: 'City', zip: '12345' }],
  ['Room 101, Building 5, Campus', { address: 'Building 5', city: 'Campus' }],
  ['Hall, London', { address: 'London' }],
  ['Hall', {}],
])('The location "%s" is split into the fields of a venue', (text, columns) => {
  expect(readPlace(text)).toEqual({ kind: 'venue', name: text.split(',')[0], columns });
});

const locationOf = (value: string, parameters: Readonly<Record<string, string>> = {}) =>
  readLocation({
    plain: (text: string) => text,
    first: (name: string) => (name === 'LOCATION' ? { values: [value], parameters } : undefined),
    written: () => undefined,
  } as unknown as Properties);

test.each([
  [
    'Innovation Center, 4th Floor (1 Broadway, Cambridge, MA)',
    'Innovation Center, 4th Floor',
    { address: '1 Broadway', city: 'Cambridge', state: 'MA', stateprovince: 'MA' },
  ],
  [
    'The Pub (12 High Street, London, United Kingdom)',
    'The Pub',
    { address: '12 High Street', city: 'London', country: 'United Kingdom' },
  ],
  ['Hall (entrance B)', 'Hall (entrance B)', {}],
  ['Hall (A, B), Street 1, 12345 City', 'Hall (A', { address: 'B), Street 1', city: 'City', zip: '12345' }],
])('Meetup writes the address in parentheses: %s', (text, name, columns) => {
  expect(locationOf(text)).toMatchObject({ venue: { name, columns } });
  // Kalends itself does not, and links the page of the venue.
  expect(locationOf(text, { altrep: 'https://town.example/' })).toMatchObject({ venue: readPlace(text) });
});

test.each([',', '(', ' (,'])('A location of many %j takes linear time', { timeout: 10_000 }, (mark) => {
  expect(locationOf(`Hall${mark.repeat(150_000)})`)).toMatchObject({ kind: 'venue' });
});

test('A location of commas takes linear time', { timeout: 10_000 }, () => {
  expect(locationOf(`Hall${','.repeat(150_000)} Town, ,`)).toMatchObject({ kind: 'venue', venue: { name: 'Hall' } });
});
