// The service in a process of its own, over a calendar that the parent has filled.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { buildApp } from '../src/app.ts';
import { createZones } from '../src/core/dates/zones.ts';
import { createLocalStorage } from '../src/media/local-storage.ts';
import { openSqlite } from '../src/store/sqlite/store.ts';

const [path, cacheBytes] = process.argv.slice(2) as [string, string];
const app = await buildApp({
  store: openSqlite({ path }),
  settings: {
    timezone: 'America/New_York',
    language: 'en',
    siteUrl: undefined,
    namespaces: ['calendar/events/v1'],
    trustedProxies: [],
    corsOrigins: ['*'],
    bodyLimitBytes: 1_048_576,
    maxPerPage: 100,
    cacheBytes: Number(cacheBytes),
    currencySymbol: '$',
    currencyPosition: 'prefix',
    uploadLimitBytes: 20 * 1024 * 1024,
    imageLimitPixels: 50_000_000,
    fetchAllow: [],
    mcp: false,
  },
  storage: createLocalStorage(`${path}.media`, randomUUID),
  zones: createZones(),
  logger: pino({ level: 'silent' }),
  now: () => Math.floor(Date.now() / 1000),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
process.on('message', () => process.send?.({ rss: process.memoryUsage().rss }));
