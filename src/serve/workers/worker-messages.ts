// What a supervisor and its workers send each other.
import type { Family } from '../../metrics/aggregate.ts';

export interface Address {
  address: string;
  port: number;
}

/**
 * A worker reports that it listens, or why it cannot; before that, the begin and end of a migration, which a supervisor of
 * an older version takes for a heartbeat; heartbeats; and its metrics when asked, and once more before it ends.
 */
export type WorkerMessage =
  | { listening: Address }
  | { failed: string }
  | { alive: true; migrating?: boolean }
  | { measured: readonly Family[] };
/** `background` starts the work that only one process does. */
export type SupervisorMessage = { stop: { lingerMs: number } } | { background: true } | { measure: true };

export interface WorkerProcess {
  pid: number;
  send(message: SupervisorMessage): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (message: WorkerMessage) => void): void;
  /** The listener gets how it ended, in words. */
  onExit(listener: (how: string) => void): void;
}

export const heartbeatMs = 5000;
