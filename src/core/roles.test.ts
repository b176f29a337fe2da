import { describe, expect, test } from 'vitest';
import { anonymous, type Caller, mayEdit, mayRead, mayWriteTerms, type Owned, type Role } from './roles.ts';

const as = (role: Role | 'anonymous', userId = 7): Caller =>
  role === 'anonymous' ? anonymous : { role, userId, login: role };
const record = (status: Owned['status'], authorId: number, trashedFrom: string | null = null): Owned => ({
  status,
  authorId,
  trashedFrom,
});
const anyone = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const those = (may: (caller: Caller) => boolean) => anyone.filter((role) => may(as(role)));

describe('who may edit', () => {
  test.each([
    ['own draft', record('draft', 7), ['contributor', 'author', 'editor', 'administrator']],
    ['own private', record('private', 7), ['contributor', 'author', 'editor', 'administrator']],
    ['own published', record('publish', 7), ['author', 'editor', 'administrator']],
    ['own scheduled', record('future', 7), ['author', 'editor', 'administrator']],
    ["somebody else's draft", record('draft', 8), ['editor', 'administrator']],
    [
      'own in the trash, was a draft',
      record('trash', 7, 'draft'),
      ['contributor', 'author', 'editor', 'administrator'],
    ],
    ['own in the trash, was published', record('trash', 7, 'publish'), ['author', 'editor', 'administrator']],
  ] as const)('These roles may edit a record that is: %s', (_name, owned, allowed) => {
    expect(those((caller) => mayEdit(caller, owned))).toEqual(allowed);
  });
});

describe('who may read', () => {
  test.each([
    ['published', record('publish', 8), [...anyone]],
    ["somebody else's draft", record('draft', 8), ['editor', 'administrator']],
    ['own scheduled', record('future', 7), ['contributor', 'author', 'editor', 'administrator']],
    ["somebody else's in the trash", record('trash', 8, 'publish'), ['editor', 'administrator']],
  ] as const)('These roles may read a record that is: %s', (_name, owned, allowed) => {
    expect(those((caller) => mayRead(caller, owned))).toEqual(allowed);
  });

  test('Records without a known author have no owner', () => {
    expect(mayRead(anonymous, record('draft', 0))).toBe(false);
    expect(mayEdit(anonymous, record('draft', 0))).toBe(false);
  });
});

test('Roles decide who may write terms', () => {
  expect(those((caller) => mayWriteTerms(caller, 'category'))).toEqual(['author', 'editor', 'administrator']);
  expect(those((caller) => mayWriteTerms(caller, 'tag'))).toEqual(['editor', 'administrator']);
});
