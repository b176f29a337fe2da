import { expect, test } from 'vitest';
import { BadReply } from '../../import/fetch/polite-get.ts';
import { StoreUnavailable } from '../../store/unavailable.ts';
import { withMessages } from './failures.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });
const busy = new StoreUnavailable('The database is busy.', { cause: withCode('SQLITE_BUSY'), retryAfterSeconds: 1 });
const lost = (isOutcomeUnknown: boolean) =>
  new StoreUnavailable('The connection is lost.', { retryAfterSeconds: 1, isOutcomeUnknown });

test.each([
  ['all or none', withCode('SQLITE_FULL'), 'The disk is full. Nothing was imported.'],
  [
    'resumable',
    busy,
    'Another program is writing to the calendar; try again when it has ended. Not everything was imported. Run the same command again to resume.',
  ],
  ['all or none', withCode('ELSE'), 'ELSE'],
  [
    'resumable',
    Object.assign(withCode('ENOSPC'), { syscall: 'write' }),
    'A file that the import needs cannot be written: the disk is full. Not everything was imported. Run the same command again to resume.',
  ],
  [
    'all or none',
    lost(false),
    'The connection is lost. Nothing was imported. Run the same command again when the database is available.',
  ],
  [
    'all or none',
    lost(true),
    'The connection is lost. It is unknown whether everything was imported or nothing. Run the same command again when the database is available.',
  ],
  [
    'resumable',
    lost(true),
    'The connection is lost. Not everything was imported. Run the same command again to resume.',
  ],
  ['resumable', new BadReply('It returned 403.', 403, 'rest_forbidden'), 'It returned 403. Check --user'],
  [
    'resumable',
    new BadReply('It returned 403 and a web page.', 403),
    'web page. Ask whoever runs the site whether a firewall',
  ],
  [
    'resumable',
    new BadReply('It returned 401 and a web page.', 401),
    'web page. Its web server asks for a password before the calendar does',
  ],
] as const)('An import that is %s says what is left of it after %s', async (keeps, error, message) => {
  await expect(withMessages(keeps, Promise.reject(error))).rejects.toThrow(message);
});
