import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { type CliOptions, type CliProcess, startCli } from './run-cli.ts';

export type LogLine = Readonly<Record<string, unknown>> & { event?: string };

export interface RunningService {
  process: CliProcess;
  origin: string;
  port: number;
  /** The lines of its standard output so far. */
  lines: readonly LogLine[];
  /** Waits for the log line with this event or message. */
  event(name: string): Promise<LogLine>;
  /** Sends the signal and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Runs `kalends serve --port 0 --json`; resolves when it listens. */
export async function startService(args: readonly string[], options: CliOptions): Promise<RunningService> {
  const child = await startCli(['serve', '--port', '0', '--json', ...args], options);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: LogLine[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(JSON.parse(line) as LogLine));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'exit');
  const event = async (name: string): Promise<LogLine> => {
    for (;;) {
      const found = lines.find((line) => line.event === name || line['msg'] === name);
      if (found) return found;
      const stopped = await Promise.race([once(reader, 'line').then(() => false), ended.then(() => true)]);
      if (stopped) throw new Error(`the service ended: ${errors}`);
    }
  };
  const port = (await event('listening'))['port'] as number;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
  return { process: child, origin: `http://127.0.0.1:${port}`, port, lines, event, stop };
}
