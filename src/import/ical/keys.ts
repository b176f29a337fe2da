// What events of calendar files are known by here: their external ids.
import { createHash } from 'node:crypto';
import { recordKey } from '../rest/keys.ts';
import type { Properties } from './properties.ts';

const longestKey = 255;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** What an external id has room for. */
export const fitting = (key: string): string =>
  key.length <= longestKey ? key : `${key.slice(0, longestKey - 33)}#${digest(key)}`;

/** Without a UID an event is known by what it says. */
export function keyOfUid(uid: string, properties: Properties): string {
  const plain = uid.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, '');
  if (plain.trim() !== '') return fitting(plain);
  return recordKey({}, 'no-uid', ['event', properties.text('SUMMARY'), properties.text('DTSTART')]);
}

export const keyOfOccurrence = (uid: string, name: string): string => fitting(`${uid}/${name}`);
