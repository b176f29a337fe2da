// All settings of the program: each row is an option, an environment variable and a line of docs/configuration.md.
import { languages } from '../core/languages.ts';
import { mainNamespace } from '../http/request/address.ts';
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
import { byDefault, emptyByDefault, optional, type Setting, settingsIn } from './setting.ts';

const addressSettings = settingsIn('Address:', {
  port: {
    flags: '--port <number>',
    description: 'port to listen on; 0 picks a free one',
    ...byDefault('3000', integer(0, 65_535)),
  },
  host: {
    flags: '--host <address>',
    description: 'address to listen on; 0.0.0.0 or :: accepts connections from other machines',
    ...byDefault('127.0.0.1', host),
  },
  siteUrl: {
    flags: '--site-url <url>',
    description: 'public URL of the site, used in links; it may include a path',
    ...optional(
      'the address of the request',
      siteUrl('a URL such as https://events.example.org or https://example.org/calendar, without ? and #'),
    ),
  },
  namespaces: {
    flags: '--namespaces <list>',
    description: `additional namespaces besides ${mainNamespace}, for existing clients`,
    ...namespaceList,
    defaultText: 'none',
    fallback: () => [mainNamespace],
  },
});

const calendarSettings = settingsIn('Calendar:', {
  siteName: {
    flags: '--site-name <text>',
    description: 'name of the calendar in feeds, subscriptions and pages',
    ...optional('the public host name', plainText(100)),
  },
  pages: {
    flags: '--pages <switch>',
    description: 'serve web pages; off if another site shows the calendar',
    ...byDefault('on', toggle),
  },
  timezone: {
    flags: '--timezone <zone>',
    description: 'time zone of the site',
    ...parser('an IANA zone such as Europe/Paris, or UTC, UTC+5:30', (text, { parseZone }) => parseZone(text)),
    defaultText: "the machine's",
    fallback: ({ parseZone, machineZone }) => parseZone(machineZone()) ?? 'UTC',
  },
  language: {
    flags: '--language <code>',
    description: 'language of the site',
    ...byDefault('en', oneOf(languages)),
  },
  currencySymbol: {
    flags: '--currency-symbol <text>',
    description: 'currency symbol of events that set none',
    ...byDefault('$', plainText(10)),
  },
  currencyPosition: {
    flags: '--currency-position <side>',
    description: 'position of the currency symbol',
    ...byDefault('prefix', oneOf(['prefix', 'postfix'])),
  },
  demo: {
    flags: '--demo',
    description: 'load sample events into an empty calendar',
    ...byDefault('off', toggle),
  },
});

const limitSettings = settingsIn('Access and limits:', {
  trustedProxies: {
    flags: '--trusted-proxies <list>',
    description: 'proxies whose X-Forwarded-* headers are trusted',
    ...emptyByDefault(proxyList),
  },
  corsOrigins: {
    flags: '--cors-origins <list>',
    description: 'origins that may call the service from a browser (CORS)',
    ...byDefault('*', originList),
  },
  securityContact: {
    flags: '--security-contact <contact>',
    description: 'contact for reports of vulnerabilities, published in /.well-known/security.txt',
    ...optional('none: the file is not served', securityContact),
  },
  bodyLimitBytes: {
    flags: '--body-limit <size>',
    description: 'maximum size of a request body',
    ...byDefault('1MiB', byteSize(1, '1GiB')),
  },
  maxPerPage: {
    flags: '--max-per-page <number>',
    description: 'maximum page size of lists',
    ...byDefault('100', integer(1, 1000)),
  },
  requestsPerMinute: {
    flags: '--request-limit <number>',
    description:
      'requests per minute and IP address, counted across all processes; callers who sign in are exempt; 0 for no limit',
    ...optional('3000; none for this machine itself', integer(0, 1_000_000)),
  },
  cacheBytes: {
    flags: '--cache-bytes <size>',
    description: 'size of the response cache; 0 disables it',
    ...byDefault('12MiB', byteSize(0, '64GiB')),
  },
  eventCacheBytes: {
    flags: '--event-cache-bytes <size>',
    description: 'size of the cache of public events and totals, from which responses are composed; 0 disables it',
    ...byDefault('24MiB', byteSize(0, '64GiB')),
  },
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
