// Every option of the program: one row says its flag, its environment variable, what it takes and its default.
import { resolve } from 'node:path';
import { type Language, languages } from '../core/languages.ts';
import { mainNamespace } from '../http/request/address.ts';
import { type AuditConfig, auditSettings } from './audit-settings.ts';
import { type BackupConfig, backupSettings } from './backup-settings.ts';
import { type DatabaseConfig, databaseSettings } from './database-settings.ts';
import { type GeocoderConfig, geocoderSettings } from './geocoder-settings.ts';
import { type McpConfig, mcpSettings } from './mcp-settings.ts';
import { type MediaConfig, mediaSettings } from './media-settings.ts';
import {
  byteSize,
  hostName,
  NotAccepted,
  namespaceList,
  oneOf,
  plainText,
  siteAddress,
  toggle,
  wholeNumber,
  workerCount,
} from './parsers.ts';
import { type SecurityConfig, securitySettings } from './security-settings.ts';
import type { Setting } from './setting.ts';
import { type WatchConfig, watchSettings } from './watch-settings.ts';
import { type WebhookConfig, webhookSettings } from './webhook-settings.ts';

export interface Config
  extends BackupConfig,
    SecurityConfig,
    MediaConfig,
    GeocoderConfig,
    WebhookConfig,
    AuditConfig,
    DatabaseConfig,
    McpConfig,
    WatchConfig {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  data: string;
  siteUrl: string | undefined;
  siteName: string | undefined;
  timezone: string;
  language: Language;
  namespaces: readonly string[];
  bodyLimitBytes: number;
  maxPerPage: number;
  /** Undefined for the standard limit. */
  requestsPerMinute: number | undefined;
  cacheBytes: number;
  shownBytes: number;
  currencySymbol: string;
  currencyPosition: 'prefix' | 'postfix';
  synchronous: 'full' | 'normal' | 'off';
  demo: boolean;
  pages: boolean;
  workers: number;
}
export type SettingName = keyof Config;

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

const address = 'Address:';
const calendar = 'Calendar:';
const limits = 'Access and limits:';
const operation = 'Data and logs:';

export const settings: { readonly [K in SettingName]: Setting<Config[K]> } = {
  port: {
    flags: '--port <number>',
    variable: 'KALENDS_PORT',
    group: address,
    description: 'port to listen on; 0 picks a free one',
    accepted: 'an integer from 0 to 65535',
    defaultText: '3000',
    fallback: () => 3000,
    parse: wholeNumber(0, 65_535),
  },
  host: {
    flags: '--host <address>',
    variable: 'KALENDS_HOST',
    group: address,
    description: 'address to listen on; 0.0.0.0 or :: accepts connections from other machines',
    accepted: 'an IP address or a host name',
    defaultText: '127.0.0.1',
    fallback: () => '127.0.0.1',
    parse: hostName,
  },
  siteUrl: {
    flags: '--site-url <url>',
    variable: 'KALENDS_SITE_URL',
    group: address,
    description: 'public address of the site, used in links; it may have a folder',
    accepted: 'a URL such as https://events.example.org or https://example.org/calendar, without ? and #',
    defaultText: 'the address of the request',
    fallback: () => undefined,
    parse: siteAddress,
  },
  namespaces: {
    flags: '--namespaces <list>',
    variable: 'KALENDS_NAMESPACES',
    group: address,
    description: `additional namespaces besides ${mainNamespace}, for existing clients`,
    accepted: 'a comma-separated list such as tribe/events/v1',
    defaultText: 'none',
    fallback: () => [mainNamespace],
    parse: namespaceList,
  },
  siteName: {
    flags: '--site-name <text>',
    variable: 'KALENDS_SITE_NAME',
    group: calendar,
    description: 'name of the calendar in feeds, subscriptions and pages',
    accepted: '1 to 100 characters',
    defaultText: 'the public host name',
    fallback: () => undefined,
    parse: plainText(100),
  },
  pages: {
    flags: '--pages <switch>',
    variable: 'KALENDS_PAGES',
    group: calendar,
    description: 'serve pages for people; off where another site has them',
    accepted: 'on or off',
    defaultText: 'on',
    fallback: () => true,
    parse: toggle,
  },
  timezone: {
    flags: '--timezone <zone>',
    variable: 'KALENDS_TIMEZONE',
    group: calendar,
    description: 'time zone of the site',
    accepted: 'an IANA zone such as Europe/Paris, or UTC, UTC+5:30',
    defaultText: "the machine's",
    fallback: ({ parseZone, machineZone }) => parseZone(machineZone()) ?? 'UTC',
    parse(text, { parseZone }) {
      const zone = parseZone(text);
      if (zone === undefined) throw new NotAccepted();
      return zone;
    },
  },
  language: {
    flags: '--language <code>',
    variable: 'KALENDS_LANGUAGE',
    group: calendar,
    description: 'language of the site',
    accepted: `one of ${languages.join(', ')}`,
    defaultText: 'en',
    fallback: () => 'en',
    parse: oneOf(languages),
  },
  currencySymbol: {
    flags: '--currency-symbol <text>',
    variable: 'KALENDS_CURRENCY_SYMBOL',
    group: calendar,
    description: 'currency symbol of events that set none',
    accepted: '1 to 10 characters',
    defaultText: '$',
    fallback: () => '$',
    parse: plainText(10),
  },
  currencyPosition: {
    flags: '--currency-position <side>',
    variable: 'KALENDS_CURRENCY_POSITION',
    group: calendar,
    description: 'position of the currency symbol',
    accepted: 'prefix or postfix',
    defaultText: 'prefix',
    fallback: () => 'prefix',
    parse: oneOf(['prefix', 'postfix']),
  },
  demo: {
    flags: '--demo',
    variable: 'KALENDS_DEMO',
    group: calendar,
    description: 'load sample events into an empty calendar',
    accepted: 'true or false',
    defaultText: 'false',
    fallback: () => false,
    parse: toggle,
  },
  ...securitySettings,
  bodyLimitBytes: {
    flags: '--body-limit <size>',
    variable: 'KALENDS_BODY_LIMIT',
    group: limits,
    description: 'maximum size of a request body',
    accepted: 'a size up to 1GiB, such as 512KiB or 1MiB',
    defaultText: '1MiB',
    fallback: () => mebibyte,
    parse: byteSize(1, gibibyte),
  },
  maxPerPage: {
    flags: '--max-per-page <number>',
    variable: 'KALENDS_MAX_PER_PAGE',
    group: limits,
    description: 'maximum page size of lists',
    accepted: 'an integer from 1 to 1000',
    defaultText: '100',
    fallback: () => 100,
    parse: wholeNumber(1, 1000),
  },
  requestsPerMinute: {
    flags: '--request-limit <number>',
    variable: 'KALENDS_REQUEST_LIMIT',
    group: limits,
    description: 'requests per minute and address, across all processes, except signed-in ones; 0 for no limit',
    accepted: 'an integer from 0 to 1000000',
    defaultText: '3000; none for this machine itself',
    fallback: () => undefined,
    parse: wholeNumber(0, 1_000_000),
  },
  cacheBytes: {
    flags: '--cache-bytes <size>',
    variable: 'KALENDS_CACHE_BYTES',
    group: limits,
    description: 'size of the response cache; 0 disables it',
    accepted: 'a size up to 64GiB, such as 64MiB or 1GiB',
    defaultText: '12MiB',
    fallback: () => 12 * mebibyte,
    parse: byteSize(0, 64 * gibibyte),
  },
  shownBytes: {
    flags: '--shown-bytes <size>',
    variable: 'KALENDS_SHOWN_BYTES',
    group: limits,
    description: 'size of the cache of public events and totals, from which responses are composed; 0 disables it',
    accepted: 'a size up to 64GiB, such as 64MiB or 1GiB',
    defaultText: '24MiB',
    fallback: () => 24 * mebibyte,
    parse: byteSize(0, 64 * gibibyte),
  },
  ...mediaSettings,
  ...geocoderSettings,
  ...webhookSettings,
  ...auditSettings,
  ...databaseSettings,
  ...mcpSettings,
  data: {
    flags: '--data <folder>',
    variable: 'KALENDS_DATA',
    group: operation,
    description: 'data folder',
    accepted: 'a folder path',
    defaultText: './data',
    fallback: ({ workingFolder }) => resolve(workingFolder, 'data'),
    parse(text, { workingFolder }) {
      if (text === '' || text.includes('\0')) throw new NotAccepted();
      return resolve(workingFolder, text);
    },
  },
  workers: {
    flags: '--workers <number>',
    variable: 'KALENDS_WORKERS',
    group: operation,
    description: 'number of worker processes; auto starts one per core',
    accepted: 'an integer from 1 to 128, or auto',
    defaultText: '1',
    fallback: () => 1,
    parse: workerCount,
  },
  synchronous: {
    flags: '--synchronous <mode>',
    variable: 'KALENDS_SYNCHRONOUS',
    group: operation,
    description: 'durability of writes (fsync)',
    accepted: 'full, normal or off',
    defaultText: 'full',
    fallback: () => 'full',
    parse: oneOf(['full', 'normal', 'off']),
  },
  ...watchSettings,
  ...backupSettings,
};

export const settingNames = Object.keys(settings) as SettingName[];
