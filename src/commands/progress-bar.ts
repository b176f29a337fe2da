import { isatty } from 'node:tty';
import cliProgress from 'cli-progress';
import { noProgress, type Progress } from '../core/progress.ts';

export interface ProgressBar extends Progress {
  /** Prints a line above the bar. */
  log(line: string): void;
}

/** A progress bar on standard error, if that is a terminal. */
export function createProgressBar(print: (line: string) => void, isTerminal = isatty(2)): ProgressBar {
  if (!isTerminal) return { ...noProgress, log: print };
  const format = '{stage} [{bar}] {percentage}% | {value} of {total} | {eta_formatted} left';
  const options = { format, formatTime, stream: process.stderr, clearOnComplete: true, hideCursor: true, fps: 10 };
  const bar = new cliProgress.SingleBar({ ...options, etaBuffer: 500 }, cliProgress.Presets.shades_classic);
  return {
    start(stage, steps) {
      bar.stop();
      bar.start(Math.max(1, steps), 0, { stage });
    },
    advance(done, steps) {
      if (steps !== undefined) bar.setTotal(steps);
      bar.update(done);
    },
    stop: () => bar.stop(),
    // Erases the bar, which is drawn again below the line.
    log: (line) => print(`\r\u001b[2K${line}`),
  };
}

/** The library would write `NFs` for a time that is not known yet. */
const formatTime: cliProgress.TimeFormatter = (seconds, ...how) =>
  Number.isFinite(Number(seconds)) ? cliProgress.Format.TimeFormat(seconds, ...how) : '?';
