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
  ['Hall, Street 1, 12345 City', { address: 'Street 1', city: 'City', zip: '12345' }],
  ['Room 101, Building 5, Campus', { address: 'Building 5', city: 'Campus' }],
  ['Hall, London', { address: 'London' }],
  ['Hall', {}],
])('The location "%s" is split into the fields of a venue', (text, columns) => {
  expect(readPlace(text)).toEqual({ kind: 'venue', name: text.split(',')[0], columns });
});

test('A location of commas takes linear time', { timeout: 10_000 }, () => {
  const location = { values: [`Hall${','.repeat(150_000)} Town, ,`], parameters: {} };
  const properties = { first: (name: string) => (name === 'LOCATION' ? location : undefined) } as unknown as Properties;
  expect(readLocation(properties)).toMatchObject({ kind: 'venue', venue: { name: 'Hall' } });
});
