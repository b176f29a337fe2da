// All settings of the program: each row is an option, an environment variable and a line of docs/configuration.md.
import { languages } from '../core/languages.ts';
import { mainNamespace } from '../http/request/api-url.ts';
import { databaseSettings } from './database-settings.ts';
import { geocoderSettings, mapSettings, mcpSettings, webhookSettings } from './integration-settings.ts';
import { mediaSettings } from './media-settings.ts';
import { auditSettings, backupSettings, operationSettings } from './operation-settings.ts';
import {
  byteSize,
  host,
  integer,
  namespaceList,
  oneOf,
  originList,
  parser,
  plainText,
  proxyList,
  securityContact,
  siteUrl,
  toggle,
} from './parsers.ts';
import { byDefault, emptyByDefault, option, optional, otherwise, type Setting, settingsIn } from './setting.ts';

const addressSettings = settingsIn('Address:', {
  port: option('--port <number>', 'port to listen on; 0 picks a free one', byDefault('3000', integer(0, 65_535))),
  host: option(
    '--host <address>',
    'address to listen on; 0.0.0.0 or :: accepts connections from other machines',
    byDefault('127.0.0.1', host),
  ),
  siteUrl: option(
    '--site-url <url>',
    'public URL of the site, used in links; it may include a path',
    optional(
      'the URL of the request',
      siteUrl('a URL such as https://events.example.org or https://example.org/calendar, without ? and #'),
    ),
  ),
  namespaces: option(
    '--namespaces <list>',
    `additional namespaces besides ${mainNamespace}, for existing clients`,
    otherwise('none', () => [mainNamespace], namespaceList),
  ),
});

const calendarSettings = settingsIn('Calendar:', {
  siteName: option(
    '--site-name <text>',
    'name of the calendar in feeds, subscriptions and pages',
    optional('the public host name', plainText(100)),
  ),
  pages: option('--pages <switch>', 'serve web pages; off if another site shows the calendar', byDefault('on', toggle)),
  timezone: option(
    '--timezone <zone>',
    'time zone of the site',
    otherwise(
      "the machine's",
      ({ parseZone, machineZone }) => parseZone(machineZone() ?? '') ?? 'UTC',
      parser('an IANA zone such as Europe/Paris, or UTC, UTC+5:30', (text, { parseZone }) => parseZone(text)),
    ),
  ),
  language: option('--language <code>', 'language of the site', byDefault('en', oneOf(languages))),
  currencySymbol: option(
    '--currency-symbol <text>',
    'currency symbol of events that set none',
    byDefault('$', plainText(10)),
  ),
  currencyPosition: option(
    '--currency-position <side>',
    'position of the currency symbol',
    byDefault('prefix', oneOf(['prefix', 'postfix'])),
  ),
  demo: option('--demo', 'load sample events into an empty calendar', byDefault('off', toggle)),
});

const limitSettings = settingsIn('Access and limits:', {
  trustedProxies: option(
    '--trusted-proxies <list>',
    'proxies whose X-Forwarded-* headers are trusted',
    emptyByDefault(proxyList),
  ),
  corsOrigins: option(
    '--cors-origins <list>',
    'origins that may call the service from a browser (CORS)',
    byDefault('*', originList),
  ),
  securityContact: option(
    '--security-contact <contact>',
    'contact for reports of vulnerabilities, published in /.well-known/security.txt',
    optional('none: the file is not served', securityContact),
  ),
  bodyLimitBytes: option(
    '--body-limit <size>',
    'maximum size of a request body',
    byDefault('1MiB', byteSize(1, '1GiB')),
  ),
  maxPerPage: option('--max-per-page <number>', 'maximum page size of lists', byDefault('100', integer(1, 1000))),
  requestsPerMinute: option(
    '--request-limit <number>',
    'requests per minute and IP address, counted across all processes; callers who sign in are exempt; 0 for no limit',
    optional('3000; none for this machine itself', integer(0, 1_000_000)),
  ),
  cacheBytes: option(
    '--cache-bytes <size>',
    'size of the response cache; 0 disables it',
    byDefault('12MiB', byteSize(0, '64GiB')),
  ),
  eventCacheBytes: option(
    '--event-cache-bytes <size>',
    'size of the cache of public events and totals, from which responses are composed; 0 disables it',
    byDefault('24MiB', byteSize(0, '64GiB')),
  ),
});

export const settings = {
  ...addressSettings,
  ...calendarSettings,
  ...limitSettings,
  ...mediaSettings,
  ...geocoderSettings,
  ...mapSettings,
  ...webhookSettings,
  ...auditSettings,
  ...databaseSettings,
  ...mcpSettings,
  ...operationSettings,
  ...backupSettings,
};

export type SettingName = keyof typeof settings;
export type Config = { [K in SettingName]: (typeof settings)[K] extends Setting<infer T> ? T : never };

export const settingNames = Object.keys(settings) as SettingName[];
