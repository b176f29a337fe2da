import { describe, expect, test } from 'vitest';
import { idOfOwnUid, uidOf } from './uid.ts';

describe('the UID of an event', () => {
  test.each([
    [{ id: 5, external_id: null }, '5@calendar.example'],
    [{ id: 5, external_id: 'town.example?id=9' }, '5@calendar.example'],
    [{ id: 5, external_id: 'abc@town.example' }, 'abc@town.example'],
    [{ id: 5, external_id: '6F9619FF-8B86-D011-B42D-00CF4FC964FF' }, '6F9619FF-8B86-D011-B42D-00CF4FC964FF'],
  ])('%o is %s', (event, uid) => expect(uidOf(event, 'calendar.example')).toBe(uid));

  test.each([
    ['5@calendar.example', 5],
    ['5@Calendar.Example', 5],
    ['5@other.example', undefined],
    ['x5@calendar.example', undefined],
    ['5/20270101T100000Z@calendar.example', undefined],
    ['12345678901234567890@calendar.example', undefined],
  ])('%s is our id %s', (uid, id) => expect(idOfOwnUid(uid, 'calendar.example')).toBe(id));
});
