// How the operator sees what the service does: its log, and its numbers.
import { duration, listenAddress, oneOf } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface WatchConfig {
  logLevel: LogLevel;
  logFormat: 'auto' | 'pretty' | 'json';
  /** A request that takes longer is logged; 0 for none. */
  slowRequestSeconds: number;
  /** Where metrics are read; undefined where nothing is measured. */
  metrics: { host: string; port: number } | undefined;
}
export type LogLevel = (typeof logLevels)[number];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const operation = 'Data and logs:';

export const watchSettings: { readonly [K in keyof WatchConfig]: Setting<WatchConfig[K]> } = {
  logLevel: {
    flags: '--log-level <level>',
    variable: 'KALENDS_LOG_LEVEL',
    group: operation,
    description: 'minimum level of log lines',
    accepted: `one of ${logLevels.join(', ')}`,
    defaultText: 'info',
    fallback: () => 'info',
    parse: oneOf(logLevels),
  },
  logFormat: {
    flags: '--log-format <format>',
    variable: 'KALENDS_LOG_FORMAT',
    group: operation,
    description: 'log format; auto is pretty on a terminal and JSON elsewhere',
    accepted: 'auto, pretty or json',
    defaultText: 'auto',
    fallback: () => 'auto',
    parse: oneOf(['auto', 'pretty', 'json']),
  },
  slowRequestSeconds: {
    flags: '--slow-request <time>',
    variable: 'KALENDS_SLOW_REQUEST',
    group: operation,
    description: 'requests that take so long are logged as warnings, with how lists were read; 0 for none',
    accepted: 'a time from 1ms to 10m, such as 200ms or 2s, or 0',
    defaultText: '1s',
    fallback: () => 1,
    parse: (text) => (text === '0' ? 0 : duration(0.001, 600)(text)),
  },
  metrics: {
    flags: '--metrics <address>',
    variable: 'KALENDS_METRICS',
    group: operation,
    description:
      'separate address and port for /metrics (Prometheus); unauthenticated: bind it to loopback or a private network',
    accepted: 'an address and a port such as 127.0.0.1:9464, [::1]:9464 or metrics.internal:9464',
    defaultText: 'none: metrics are off',
    fallback: () => undefined,
    parse: listenAddress,
  },
};
