// The whole service for a test: a new calendar, five users, and a clock that the test sets.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import pino from 'pino';
import { buildApp } from '../../src/app.ts';
import { settingNames } from '../../src/config/settings.ts';
import { loadConfig } from '../../src/config.ts';
import { type Role, roles } from '../../src/core/roles.ts';
import type { ResolveHost } from '../../src/fetch/fetch-target.ts';
import { createLocalStorage } from '../../src/media/storage/local-storage.ts';
import type { MediaStorage } from '../../src/media/storage/storage.ts';
import type { ApplicationPassword } from '../../src/resources/users/repository.ts';
import { type HashEventPassword, hashSecret } from '../../src/resources/users/secrets.ts';
import { addUser } from '../../src/resources/users/service.ts';
import type { ServiceSettings } from '../../src/routes.ts';
import type { UsersTable } from '../../src/store/schema.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { noTheme, type Theme } from '../../src/web/files/theme.ts';
import { closeAtEnd } from './close-at-end.ts';
import { createReplyCheck, type ReplyCheck } from './documented/reply-check.ts';
import { sendTo, type TestReply, type TestRequest } from './test-request.ts';
import { openOnSqlite, openTestStore, type TestStore } from './test-store.ts';
import { zones } from './zones.ts';

/** Their ids are 1 to 5, their roles administrator, editor, author, contributor and subscriber. */
export const logins = ['admin', 'ed', 'ann', 'con', 'sub'] as const;
export type Login = (typeof logins)[number];

export interface TestAppOptions {
  settings?: Partial<ServiceSettings>;
  /** Default: `2027-03-01T12:00:00Z`. */
  now?: string;
  /** Resolves the hosts of images; by default none. */
  resolve?: ResolveHost;
  /** Opens the SQLite database, instead of the store of the tests. */
  open?: typeof openSqlite;
  /** Folder of an existing calendar, which is served with its users and not deleted. */
  folder?: string;
  theme?: Theme;
  /** Default: a fast hash, or with `folder` that of the service, which may have stored hashes there. */
  hashEventPassword?: HashEventPassword;
  /** Storage of image files, instead of a folder. */
  storage?: MediaStorage;
  /** Receives the log; `level` is the lowest level, by default `info`. */
  log?: { write(line: string): void; level?: 'debug' };
}

export interface TestApp {
  app: FastifyInstance;
  store: Store;
  /** Opens the same calendar as another process would. */
  openAgain(): Promise<Store>;
  clock: TestClock;
  folder: string;
  /** Folder of image files; created with the first one. */
  media: string;
  /** Application passwords by login. */
  passwords: Readonly<Record<Login, string>>;
  /** Called for every reply to `request`. */
  checkReply: ReplyCheck;
  request<Body = Readonly<Record<string, unknown>>>(request: TestRequest): Promise<TestReply<Body>>;
  /** Needed only if the app was started in a `beforeAll`. */
  close(): Promise<void>;
}

export interface TestClock {
  /** UTC seconds. */
  now(): number;
  set(iso: string): void;
  advance(seconds: number): void;
}

const settingContext = { workingFolder: '/', parseZone: zones.parse, machineZone: () => 'America/New_York' };

const defaults: ServiceSettings = {
  ...loadConfig(settingNames, { options: {}, environment: {} }, settingContext),
  namespaces: ['calendar/events/v1', 'tribe/events/v1'],
  slowRequestSeconds: 0,
  mcp: true,
};

/** Settings that do not affect the OpenAPI documents. */
export const undocumented = {
  timezone: undefined,
  trustedProxies: undefined,
  corsOrigins: undefined,
  requestsPerMinute: undefined,
  slowRequestSeconds: undefined,
  cacheBytes: undefined,
  eventCacheBytes: undefined,
  fetchAllow: undefined,
  webhookAllow: undefined,
  backupFolder: undefined,
};

const fastHash: HashEventPassword = async (password, salt) => hashSecret(salt + password);

/** The app is closed at the end of the test that called this, otherwise at the end of the file. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'kalends-test-'));
  const isFile = options.folder !== undefined || options.open !== undefined;
  const clock = createTestClock(options.now ?? '2027-03-01T12:00:00Z');
  const { store, openAgain, remove, passwords } = isFile
    ? await openFile(folder, options, clock.now())
    : await openWithUsers(clock.now());
  const settings = { ...defaults, ...options.settings };
  const media = join(folder, 'media');
  const { storage = createLocalStorage(media, randomUUID) } = options;
  const resolve = options.resolve ?? (async () => []);
  const logger = options.log ? pino({ level: options.log.level ?? 'info' }, options.log) : pino({ level: 'silent' });
  const { theme = noTheme, hashEventPassword = options.folder ? undefined : fastHash } = options;
  const app = await buildApp({
    store,
    settings,
    zones,
    logger,
    now: clock.now,
    storage,
    resolve,
    theme,
    hashEventPassword,
  });
  const checkReply = createReplyCheck({ ...settings, ...undocumented }, () => startBareApp(settings));
  const close = async () => {
    await app.close();
    await remove();
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  };
  closeAtEnd(close);
  return {
    app,
    store,
    openAgain,
    clock,
    folder,
    media,
    passwords,
    close,
    checkReply,
    request: (request) => sendTo({ app, passwords, checkReply }, request),
  };
}

/** A service without users, to read its documents from. */
async function startBareApp(settings: ServiceSettings): Promise<FastifyInstance> {
  const { store, remove } = await openOnSqlite();
  const storage = createLocalStorage(tmpdir(), randomUUID);
  const logger = pino({ level: 'silent' });
  const app = await buildApp({ store, settings, zones, logger, now: Date.now, storage, resolve: async () => [] });
  app.addHook('onClose', remove);
  return app;
}

interface StoreWithUsers extends TestStore {
  passwords: Readonly<Record<Login, string>>;
}

async function openWithUsers(now: number): Promise<StoreWithUsers> {
  const { filled, ...opened } = await openTestStore({
    name: `users ${now}`,
    fill: (store) => addUsersAgain(store, now),
  });
  return { ...opened, passwords: filled };
}

/** Opens a SQLite file in the folder, on either engine. An existing calendar has its own users. */
async function openFile(
  folder: string,
  { folder: existing, open = openSqlite }: TestAppOptions,
  now: number,
): Promise<StoreWithUsers> {
  const openAgain = async () => open({ path: join(folder, 'calendar.sqlite'), synchronous: 'off' });
  const store = await openAgain();
  const passwords = existing === undefined ? await addUsers(store, now) : noPasswords;
  return { store, openAgain, remove: async () => undefined, passwords };
}

const noPasswords = Object.fromEntries(logins.map((login) => [login, ''])) as Record<Login, string>;

async function addUsers(store: Store, now: number): Promise<Record<Login, string>> {
  const passwords: Partial<Record<Login, string>> = {};
  await store.write(async (db) => {
    for (const [index, login] of logins.entries())
      passwords[login] = (await addUser(db, { login, role: roles[index] as Role }, now)).password;
    // Otherwise the first use would be recorded after its reply, a write that no test expects.
    await db.updateTable('application_passwords').set({ last_used_at: now }).execute();
  });
  return passwords as Record<Login, string>;
}

interface AddedUsers {
  passwords: Record<Login, string>;
  users: Omit<Selectable<UsersTable>, 'id'>[];
  keys: Omit<ApplicationPassword, 'id'>[];
}

/** By the time at which they were added. */
const added = new Map<number, AddedUsers>();

/** On PostgreSQL, where the calendar is not a copy: inserting rows that are known takes two queries instead of eleven. */
async function addUsersAgain(store: Store, now: number): Promise<Record<Login, string>> {
  const known = added.get(now);
  if (known === undefined) {
    const passwords = await addUsers(store, now);
    added.set(now, await readUsers(store, passwords));
    return passwords;
  }
  await store.write(async (db) => {
    await db.insertInto('users').values(known.users).execute();
    await db.insertInto('application_passwords').values(known.keys).execute();
  });
  return known.passwords;
}

async function readUsers({ reader }: Store, passwords: Record<Login, string>): Promise<AddedUsers> {
  const users = await reader.selectFrom('users').selectAll().orderBy('id').execute();
  const keys = await reader.selectFrom('application_passwords').selectAll().orderBy('id').execute();
  const withoutId = <Row extends { id: number }>({ id: _, ...row }: Row): Omit<Row, 'id'> => row;
  return { passwords, users: users.map(withoutId), keys: keys.map(withoutId) };
}

function createTestClock(start: string): TestClock {
  const secondsOf = (iso: string) => Math.floor(Date.parse(iso) / 1000);
  let seconds = secondsOf(start);
  return {
    now: () => seconds,
    set(iso) {
      seconds = secondsOf(iso);
    },
    advance(by) {
      seconds += by;
    },
  };
}
