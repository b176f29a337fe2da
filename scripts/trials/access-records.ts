// Records of every owner in every status, each with a unique word that only callers who may read the record may see.
import { randomUUID } from 'node:crypto';
import { secondsPerDay } from '../../src/core/dates/civil.ts';
import type { Role } from '../../src/core/roles.ts';
import { type Service, sendCall } from '../service.ts';

export interface Caller {
  login: string;
  role: Role | 'anonymous';
  authorization?: string;
}

export interface SecretRecord {
  plural: 'events' | 'venues' | 'organizers';
  id: number;
  slug: string;
  externalId: string;
  owner: string;
  /** `protected`: published with a password. */
  state: (typeof states)[number];
  word: string;
}

export const states = ['draft', 'pending', 'private', 'future', 'trash', 'protected'] as const;
const plurals = ['events', 'venues', 'organizers'] as const;
const day = (daysFromNow: number) =>
  new Date(Date.now() + daysFromNow * secondsPerDay * 1000).toISOString().slice(0, 10);
/** The day of all the events. */
export const eventDay = day(20);

/** Matches the words in any response. */
export const wordPattern = /zq[a-p]{20}/g;
export const newWord = (): string =>
  `zq${[...randomUUID().replaceAll('-', '').slice(0, 20)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')}`;

/** The permission tables of the contract, independently of the program. */
export function mayRead({ login, role }: Caller, { owner }: SecretRecord): boolean {
  return role === 'administrator' || role === 'editor' || login === owner;
}

export function mayEdit(caller: Caller, record: SecretRecord): boolean {
  if (!mayRead(caller, record)) return false;
  return caller.role !== 'contributor' || (record.state !== 'protected' && record.state !== 'future');
}

export async function createRecords(
  service: Service,
  administrator: string,
  owners: readonly { login: string; id: number }[],
): Promise<SecretRecord[]> {
  const send = async (method: string, path: string, json?: object) => {
    const call = { method, path: `/calendar/events/v1${path}`, json, authorization: administrator };
    const reply = await sendCall(service, call);
    const body = (await reply.json()) as { id: number; slug: string };
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(body)}`);
    return body;
  };
  const records: SecretRecord[] = [];
  for (const plural of plurals)
    for (const owner of owners)
      for (const state of states) {
        if (state === 'protected' && plural !== 'events') continue;
        const word = newWord();
        const externalId = `trial-${plural}-${owner.login}-${state}`;
        const { id } = await send('POST', `/${plural}`, bodyOf(plural, state, owner.id, word, externalId));
        if (state === 'trash') await send('DELETE', `/${plural}/${id}`);
        const { slug } = await send('GET', `/${plural}/${id}?context=edit`);
        records.push({ plural, id, slug, externalId, owner: owner.login, state, word });
      }
  return records;
}

function bodyOf(
  plural: SecretRecord['plural'],
  state: SecretRecord['state'],
  author: number,
  word: string,
  externalId: string,
) {
  const isProtected = state === 'protected';
  const common = {
    description: `Gala ${word}`,
    author,
    external_id: externalId,
    // Not the word: an error may repeat the slug that the caller sent.
    slug: externalId,
    status: { trash: 'draft', protected: 'publish', future: 'publish' }[state as string] ?? state,
    ...(state === 'future' ? { date: `${day(10)} 10:00:00` } : {}),
  };
  const title = isProtected ? 'Gala' : `Gala ${word}`;
  if (plural === 'venues')
    return { ...common, venue: title, address: word, city: word, website: `https://${word}.example` };
  if (plural === 'organizers') return { ...common, organizer: title, email: `${word}@mail.example`, phone: word };
  const password = isProtected ? { password: 'open sesame' } : {};
  return {
    ...common,
    ...password,
    title,
    start_date: `${eventDay} 19:30`,
    end_date: `${eventDay} 22:00`,
    excerpt: word,
  };
}
