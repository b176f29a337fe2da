import { describe, expect, test } from 'vitest';
import { idOfOwnUid, uidOf } from './uid.ts';

const host = 'calendar.example:8080';

describe('the UID of an event', () => {
  test.each([
    ['has the id where there is no external id', null, '7@calendar.example:8080'],
    ['has the id where the external id is known only somewhere', 'row-12', '7@calendar.example:8080'],
    ['is an external id with an @', 'abc@google.com', 'abc@google.com'],
    [
      'is an external id that is a UUID',
      '0F0E2C3A-8D6B-4F0A-9B1E-5F4C3B2A1D00',
      '0F0E2C3A-8D6B-4F0A-9B1E-5F4C3B2A1D00',
    ],
    ['is never the own UID of another event', '8@calendar.example:8080', '7@calendar.example:8080'],
    ['may have the form of an own UID of another host', '8@other.example', '8@other.example'],
  ])('The UID of an event %s', (_, externalId, uid) => {
    expect(uidOf({ id: 7, external_id: externalId }, host)).toBe(uid);
  });
});

test.each([
  ['7@calendar.example:8080', 7],
  ['7@CALENDAR.example:8080', 7],
  ['7@calendar.example', undefined],
  ['07@calendar.example:8080', undefined],
  ['7@x@calendar.example:8080', undefined],
  ['abc@calendar.example:8080', undefined],
  ['9999999999999999@calendar.example:8080', undefined],
  ['', undefined],
])('%s is the UID of the event %s', (uid, id) => {
  expect(idOfOwnUid(uid, host)).toBe(id);
});
