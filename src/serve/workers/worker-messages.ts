// Messages between a supervisor and its workers.
import type { Family } from '../../metrics/aggregate.ts';

export interface Address {
  address: string;
  port: number;
}

/**
 * A worker reports that it listens, or why it cannot; the start and end of a migration, in a form that older supervisors
 * take for a heartbeat; heartbeats; and its metrics on request and before it exits.
 */
export type WorkerMessage =
  | { listening: Address }
  | { failed: string }
  | { alive: true; migrating?: boolean }
  | { measured: readonly Family[] };
/** `background` starts the work that only one worker does. */
export type SupervisorMessage = { stop: { lingerMs: number } } | { background: true } | { measure: true };

export interface WorkerProcess {
  pid: number;
  send(message: SupervisorMessage): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (message: WorkerMessage) => void): void;
  /** The listener gets the exit code or signal, in words. */
  onExit(listener: (how: string) => void): void;
}

export const heartbeatMs = 5000;
