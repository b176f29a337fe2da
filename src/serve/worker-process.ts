// A worker as its supervisor sees it, and what the two tell each other.
import type { Family } from '../metrics/family.ts';

export interface Address {
  address: string;
  port: number;
}

/**
 * What a worker tells: that it listens, or the sentence about why it cannot; before that, when it begins and ends to bring
 * the calendar to its format, which a supervisor of an older version takes for a sign of life; again and again that it
 * is alive; and what it has measured, when it is asked to, and once more at its end.
 */
export type WorkerMessage =
  | { listening: Address }
  | { failed: string }
  | { alive: true; migrating?: boolean }
  | { measured: readonly Family[] };
/** `background` is the work that one process alone does. */
export type SupervisorMessage = { stop: { lingerMs: number } } | { background: true } | { measure: true };

export interface WorkerProcess {
  pid: number;
  send(message: SupervisorMessage): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (message: WorkerMessage) => void): void;
  /** Of its end, with how it ended in words. */
  onExit(listener: (how: string) => void): void;
}

/** So often a worker tells that it is alive. */
export const beatMs = 5000;
