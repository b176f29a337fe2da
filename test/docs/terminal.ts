// The terminal of a reader of the documentation: commands run one after the other in one folder, and exports persist.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/servers/free-port.ts';

export interface CommandResult {
  code: number | null;
  /** What a person sees: standard output and errors. */
  output: string;
}

export interface Terminal {
  folder: string;
  /** Where `kalends serve` listens in it. */
  port: number;
  run(command: string): Promise<CommandResult>;
  /** Runs it until the service is ready, and lets it go on; ends the one before. */
  serve(command: string): Promise<CommandResult>;
  isServing(): boolean;
  /** Ends the service. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function openTerminal(folder: string, environment: Readonly<Record<string, string>>): Promise<Terminal> {
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:KALENDS|DATABASE|npm)_/.test(name));
  const env = { ...Object.fromEntries(inherited), ...environment, KALENDS_PORT: String(port) };
  const exported = `${folder}.exported`;
  let service: ChildProcess | undefined;

  const start = (command: string) => {
    const before = existsSync(exported) ? readFileSync(exported, 'utf8') : '';
    const script = `${before}\nset -aeo pipefail\n${command}\nexport -p > '${exported}'`;
    return spawn('bash', ['-c', `exec 2>&1\n${script}`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
  };
  const stop = async () => {
    if (service?.pid === undefined || service.exitCode !== null) return;
    // When the last process of it has ended: npm and the shell do not wait for the service.
    const ended = once(service, 'close');
    process.kill(-service.pid, 'SIGTERM');
    await ended;
  };
  return {
    folder,
    port,
    async run(command) {
      const child = start(command);
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      return { code, output };
    },
    async serve(command) {
      await stop();
      const child = start(command);
      service = child;
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (more: string) => {
        output += more;
      });
      for (let tries = 0; child.exitCode === null && tries < 300; tries++) {
        const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
        if (reply?.ok) return { code: 0, output };
        await setTimeout(100);
      }
      return { code: child.exitCode, output };
    },
    stop,
    isServing: () => service !== undefined && service.exitCode === null,
    async close() {
      await stop();
      for (const path of [folder, exported]) rmSync(path, { recursive: true, force: true });
    },
  };
}
