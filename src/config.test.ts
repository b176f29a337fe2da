import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { ConfigContext } from './config/setting.ts';
import { type Config, type SettingName, settingNames, settings } from './config/settings.ts';
import { ConfigurationError, loadConfig, unknownVariables } from './config.ts';

const context: ConfigContext = {
  workingFolder: '/srv',
  parseZone: (text) => (['Europe/Paris', 'UTC'].includes(text) ? text : undefined),
  machineZone: () => 'Europe/Paris',
};
const load = (environment: Record<string, string>, options: Partial<Record<SettingName, string>> = {}) =>
  loadConfig(settingNames, { environment, options }, context);

function problemsOf(
  environment: Record<string, string>,
  options: Partial<Record<SettingName, string>> = {},
  names: readonly SettingName[] = settingNames,
): readonly string[] {
  try {
    loadConfig(names, { environment, options }, context);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
  }
  return [];
}

/** The problems of one variable, whatever others it requires. */
const problemsWith = (variable: string, text: string): readonly string[] =>
  problemsOf(
    { [variable]: text },
    {},
    settingNames.filter((name) => settings[name].variable === variable),
  );

test('Settings that are not given have their defaults', () => {
  expect(load({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    data: '/srv/data',
    siteUrl: undefined,
    siteName: undefined,
    timezone: 'Europe/Paris',
    language: 'en',
    namespaces: ['calendar/events/v1'],
    trustedProxies: [],
    corsOrigins: ['*'],
    backupFolder: undefined,
    backupEverySeconds: 86_400,
    backupKeep: 14,
    securityContact: undefined,
    bodyLimitBytes: 1_048_576,
    maxPerPage: 100,
    requestsPerMinute: undefined,
    cacheBytes: 12_582_912,
    eventCacheBytes: 25_165_824,
    currencySymbol: '$',
    currencyPosition: 'prefix',
    logLevel: 'info',
    logFormat: 'auto',
    slowRequestSeconds: 1,
    metrics: undefined,
    synchronous: 'full',
    demo: false,
    workers: 1,
    uploadLimitBytes: 20_971_520,
    imageLimitPixels: 50_000_000,
    fetchAllow: [],
    webhookAllow: [],
    auditRetentionDays: 365,
    revisions: 25,
    mcp: true,
    mcpUser: undefined,
    mcpPassword: undefined,
    s3Endpoint: undefined,
    s3Bucket: undefined,
    s3Region: 'us-east-1',
    s3AccessKeyId: undefined,
    s3SecretAccessKey: undefined,
    s3Prefix: '',
    geocoderUrl: undefined,
    geocoderContact: undefined,
    geocoderIntervalMs: 1000,
    mapTiles: undefined,
    mapAttribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
    databaseUrl: undefined,
    databaseReplicaUrls: [],
    databaseListenUrl: undefined,
    databasePooler: 'none',
    databaseConnections: 10,
    databaseTimeoutSeconds: 30,
    pages: true,
  } satisfies Config);
});

test.each(['Etc/Unknown', undefined])('If the machine says that its zone is %s, UTC is used', (zone) => {
  const config = loadConfig(['timezone'], { environment: {}, options: {} }, { ...context, machineZone: () => zone });
  expect(config.timezone).toBe('UTC');
});

test('The command line wins over the environment, and a variable without text is not set', () => {
  expect(load({ KALENDS_PORT: '1', KALENDS_HOST: '', KALENDS_DATA: ' ' }, { port: '2' })).toMatchObject({
    port: 2,
    host: '127.0.0.1',
    data: '/srv/data',
  });
});

test('Only the requested settings are read', () => {
  const sources = { environment: { KALENDS_PORT: 'x', KALENDS_DATA: 'here' }, options: {} };
  expect(loadConfig(['data'], sources, context)).toEqual({ data: '/srv/here' });
});

describe('accepted values of settings', () => {
  const cases: [variable: string, text: string, name: SettingName, value: unknown][] = [
    ['KALENDS_PORT', '0', 'port', 0],
    ['KALENDS_HOST', '0.0.0.0', 'host', '0.0.0.0'],
    ['KALENDS_HOST', '[::1]', 'host', '::1'],
    ['KALENDS_HOST', 'calendar.local', 'host', 'calendar.local'],
    ['KALENDS_SITE_URL', 'https://Example.org/events/', 'siteUrl', 'https://example.org/events'],
    ['KALENDS_LANGUAGE', 'PT-br', 'language', 'pt-br'],
    [
      'KALENDS_NAMESPACES',
      '/Tribe/Events/v1/, tribe/events/v1',
      'namespaces',
      ['calendar/events/v1', 'tribe/events/v1'],
    ],
    ['KALENDS_NAMESPACES', 'calendar/events/v1', 'namespaces', ['calendar/events/v1']],
    ['KALENDS_TRUSTED_PROXIES', '10.0.0.0/8, ::1,loopback', 'trustedProxies', ['10.0.0.0/8', '::1', 'loopback']],
    [
      'KALENDS_CORS_ORIGINS',
      'https://a.example, http://b.example:8080/',
      'corsOrigins',
      ['https://a.example', 'http://b.example:8080'],
    ],
    ['KALENDS_CORS_ORIGINS', 'none', 'corsOrigins', []],
    ['KALENDS_BODY_LIMIT', '512KiB', 'bodyLimitBytes', 524_288],
    ['KALENDS_BODY_LIMIT', '2 mib', 'bodyLimitBytes', 2_097_152],
    ['KALENDS_BODY_LIMIT', '1000', 'bodyLimitBytes', 1000],
    ['KALENDS_CACHE_BYTES', '0', 'cacheBytes', 0],
    ['KALENDS_EVENT_CACHE_BYTES', '1MiB', 'eventCacheBytes', 1_048_576],
    ['KALENDS_SITE_NAME', ' Town hall, 東京 ', 'siteName', 'Town hall, 東京'],
    ['KALENDS_CURRENCY_SYMBOL', 'CHF', 'currencySymbol', 'CHF'],
    ['KALENDS_CURRENCY_POSITION', 'postfix', 'currencyPosition', 'postfix'],
    ['KALENDS_DATA', '/var/lib/kalends', 'data', '/var/lib/kalends'],
    ['KALENDS_LOG_LEVEL', 'DEBUG', 'logLevel', 'debug'],
    ['KALENDS_DEMO', 'yes', 'demo', true],
    ['KALENDS_DEMO', '0', 'demo', false],
    ['KALENDS_WORKERS', '4', 'workers', 4],
    ['KALENDS_WORKERS', 'Auto', 'workers', Math.min(128, availableParallelism())],
    ['KALENDS_UPLOAD_LIMIT', '5MiB', 'uploadLimitBytes', 5_242_880],
    ['KALENDS_IMAGE_MEGAPIXELS', '12', 'imageLimitPixels', 12_000_000],
    ['KALENDS_AUDIT_RETENTION', '90d', 'auditRetentionDays', 90],
    ['KALENDS_REVISIONS', '0', 'revisions', 0],
    ['KALENDS_WEBHOOK_ALLOW', 'Intranet.Example:8080', 'webhookAllow', [{ host: 'intranet.example', port: 8080 }]],
    ['KALENDS_MAP_TILES', 'https://t.example/{z}/{x}/{y}.png', 'mapTiles', 'https://t.example/{z}/{x}/{y}.png'],
    ['KALENDS_FETCH_ALLOW', 'Intranet.Example:8080', 'fetchAllow', [{ host: 'intranet.example', port: 8080 }]],
    ['KALENDS_S3_ENDPOINT', 'https://s3.example.org/', 's3Endpoint', 'https://s3.example.org'],
    ['KALENDS_S3_PREFIX', '/calendar/images', 's3Prefix', 'calendar/images/'],
    ['KALENDS_S3_SECRET_ACCESS_KEY', 'a/b+c=', 's3SecretAccessKey', 'a/b+c='],
    ['KALENDS_GEOCODER_URL', 'https://geo.example/v1?key=k', 'geocoderUrl', 'https://geo.example/v1?key=k'],
    ['KALENDS_GEOCODER_CONTACT', 'calendar@example.org', 'geocoderContact', 'calendar@example.org'],
    ['KALENDS_GEOCODER_CONTACT', 'https://example.org/about', 'geocoderContact', 'https://example.org/about'],
    ['KALENDS_GEOCODER_INTERVAL_MS', '250', 'geocoderIntervalMs', 250],
    ['DATABASE_URL', 'postgresql://me@db.example/events', 'databaseUrl', 'postgresql://me@db.example/events'],
    ['KALENDS_DATABASE_POOLER', 'Transaction', 'databasePooler', 'transaction'],
    ['KALENDS_DATABASE_TIMEOUT', '0', 'databaseTimeoutSeconds', 0],
  ];
  test.each(cases)('%s=%s is accepted', (variable, text, name, value) => {
    const sources = { environment: { [variable]: text }, options: {} };
    expect(loadConfig([name], sources, context)[name]).toEqual(value);
  });
});

test.each([
  ['KALENDS_PORT', '65536'],
  ['KALENDS_PORT', '3e3'],
  ['KALENDS_HOST', '300.1.2.3'],
  ['KALENDS_HOST', 'two words'],
  ['KALENDS_SITE_URL', 'example.org'],
  ['KALENDS_SITE_URL', 'https://example.org/?a=1'],
  ['KALENDS_SITE_URL', 'ftp://example.org'],
  ['KALENDS_TIMEZONE', 'Mars/Olympus'],
  ['KALENDS_LANGUAGE', 'it'],
  ['KALENDS_NAMESPACES', 'wp-json/events'],
  ['KALENDS_NAMESPACES', 'fr/events'],
  ['KALENDS_NAMESPACES', 'alone'],
  ['KALENDS_TRUSTED_PROXIES', '10.0.0.0/40'],
  ['KALENDS_TRUSTED_PROXIES', '10.1'],
  ['KALENDS_CORS_ORIGINS', 'https://example.org/path'],
  ['KALENDS_MAP_TILES', 'https://:secret@t.example/{z}/{x}/{y}.png'],
  ['KALENDS_BODY_LIMIT', '1.5MiB'],
  ['KALENDS_BODY_LIMIT', '2 trillion'],
  ['KALENDS_BODY_LIMIT', '2GiB'],
  ['KALENDS_MAX_PER_PAGE', '0'],
  ['KALENDS_SITE_NAME', 'x'.repeat(101)],
  ['KALENDS_SITE_NAME', 'two\nlines'],
  ['KALENDS_CURRENCY_SYMBOL', 'much too long a sign'],
  ['KALENDS_SYNCHRONOUS', 'maybe'],
  ['KALENDS_DEMO', 'perhaps'],
  ['KALENDS_IMAGE_MEGAPIXELS', '0'],
  ['KALENDS_FETCH_ALLOW', '10.0.0.0/99'],
  ['KALENDS_FETCH_ALLOW', 'http://intranet.example'],
  ['KALENDS_FETCH_ALLOW', 'intranet.example:0'],
  ['KALENDS_S3_BUCKET', 'a bucket'],
  ['KALENDS_S3_PREFIX', '../other'],
  ['KALENDS_GEOCODER_URL', 'nominatim.openstreetmap.org'],
  ['KALENDS_GEOCODER_URL', 'https://me:secret@geo.example'],
  ['KALENDS_GEOCODER_URL', 'file:///etc/passwd'],
  ['KALENDS_GEOCODER_CONTACT', 'call me'],
  ['KALENDS_GEOCODER_CONTACT', 'a@b.example)'],
  ['KALENDS_GEOCODER_CONTACT', 'nobody'],
  ['KALENDS_GEOCODER_INTERVAL_MS', '-1'],
  ['KALENDS_GEOCODER_INTERVAL_MS', '1s'],
])('%s=%s is refused', (variable, text) => {
  expect(problemsWith(variable, text)).toEqual([expect.stringMatching(`^${variable} is ".*; expected .*\\.$`)]);
});

test.each([
  ['DATABASE_URL', 'mysql://me:hunter2@db.example/events'],
  ['DATABASE_URL', 'db.example/events?password=hunter2'],
  ['DATABASE_LISTEN_URL', 'postgres://me:hunter2%@db.example/events'],
  ['KALENDS_S3_SECRET_ACCESS_KEY', 'hunter2 x'],
  ['KALENDS_MCP_PASSWORD', 'hunter2\tx'],
])('%s=%s is refused, and not shown', (variable, text) => {
  const problems = problemsWith(variable, text);
  expect(problems).toEqual([expect.stringMatching(`^${variable} is not valid .*; expected .*\\.$`)]);
  expect(problems.join()).not.toContain('hunter2');
});

test('All problems are reported, each under the name that was used', () => {
  expect(
    problemsOf({ KALENDS_PORT: 'x', KALENDS_HOST: 'a b', KALENDS_TRUSTED_PROXIES: '::1, x' }, { data: '' }),
  ).toEqual([
    'KALENDS_PORT is "x"; expected an integer from 0 to 65535.',
    'KALENDS_HOST is "a b"; expected an IP address or a host name.',
    expect.stringMatching(
      /^KALENDS_TRUSTED_PROXIES is "::1, x", where "x" is invalid; expected a comma-separated list/,
    ),
    '--data is ""; expected a folder path.',
  ]);
});

test('A message about a setting is one short line, whatever the value', () => {
  const [problem] = problemsOf({ KALENDS_PORT: `1\n${'2'.repeat(500)}` });
  expect(problem).not.toContain('\n');
  expect(problem?.length).toBeLessThan(200);
});

test('Unknown variables are reported with the most similar known one', () => {
  expect(
    unknownVariables({
      KALENDS_PORT: '1',
      KALENDS_TIMEZOEN: 'UTC',
      KALENDS_SOMETHING_ELSE: '',
      KALENDS_FOO: '',
      HOME: '/',
    }),
  ).toEqual([
    'KALENDS_FOO is not a known variable',
    'KALENDS_SOMETHING_ELSE is not a known variable',
    'KALENDS_TIMEZOEN is not a known variable; did you mean KALENDS_TIMEZONE?',
  ]);
});

describe('settings that require each other', () => {
  test('A partly configured bucket is reported with all other mistakes', () => {
    expect(problemsOf({ KALENDS_S3_BUCKET: 'pictures', KALENDS_S3_ACCESS_KEY_ID: 'a b', KALENDS_PORT: 'x' })).toEqual([
      expect.stringMatching(/^KALENDS_PORT /),
      expect.stringMatching(/^KALENDS_S3_ACCESS_KEY_ID /),
      'Images are stored in a bucket only if these are set too: KALENDS_S3_ENDPOINT, KALENDS_S3_SECRET_ACCESS_KEY.',
    ]);
  });

  test.each(['DATABASE_REPLICA_URLS', 'DATABASE_LISTEN_URL'])('%s requires DATABASE_URL', (name) => {
    const url = 'postgres://db/calendar';
    expect(problemsOf({ [name]: url })).toEqual([`${name} requires DATABASE_URL.`]);
    expect(problemsOf({ [name]: url, DATABASE_URL: url })).toEqual([]);
    expect(problemsOf({ [name]: url, DATABASE_URL: 'mysql://db' })).toHaveLength(1);
  });
});

test.each([
  ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
  ['metrics.internal:0', { host: 'metrics.internal', port: 0 }],
])('Metrics can be served at %s', (text, metrics) => {
  expect(load({ KALENDS_METRICS: text }).metrics).toEqual(metrics);
});

test.each(['9464', '127.0.0.1', ':9464', '127.0.0.1:65536', '::1:9464', 'http://localhost:9464'])(
  'Metrics cannot be served at %s',
  (text) => {
    expect(problemsOf({ KALENDS_METRICS: text })).toEqual([expect.stringContaining('KALENDS_METRICS')]);
  },
);

test.each([
  ['security@example.org', 'mailto:security@example.org'],
  ['mailto:security@example.org', 'mailto:security@example.org'],
  ['https://example.org/report', 'https://example.org/report'],
])('The security contact %s is published as a URI', (given, expected) => {
  expect(load({ KALENDS_SECURITY_CONTACT: given }).securityContact).toBe(expected);
});

test.each(['http://example.org/report', 'us', 'a b@example.org'])('%s is not a valid security contact', (given) => {
  expect(problemsOf({ KALENDS_SECURITY_CONTACT: given })).toEqual([
    expect.stringContaining('expected an e-mail address or an https URL'),
  ]);
});

test.each([
  ['0', 0],
  ['250ms', 0.25],
  ['2s', 2],
  ['10m', 600],
])('The time of slow requests %s is %s seconds', (text, seconds) => {
  expect(load({ KALENDS_SLOW_REQUEST: text }).slowRequestSeconds).toBe(seconds);
});

test.each(['11m', '5', '0ms', 'never'])('The time of slow requests %s is refused', (text) => {
  expect(() => load({ KALENDS_SLOW_REQUEST: text })).toThrow('KALENDS_SLOW_REQUEST');
});
