// A worker as its supervisor sees it, and what the two tell each other.
export interface Address {
  address: string;
  port: number;
}

/**
 * What a worker tells: that it listens, or the sentence about why it cannot; before that, when it begins and ends to bring
 * the calendar to its format, which a supervisor of an older version takes for a sign of life; and again and again that it
 * is alive.
 */
export type WorkerMessage = { listening: Address } | { failed: string } | { alive: true; migrating?: boolean };
/** `background` is the work that one process alone does. */
export type SupervisorMessage = { stop: { lingerMs: number } } | { background: true };

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
