// npm run check: what must hold before a commit, on SQLite and without the slow tests.
// npm run check:all: everything, on both engines.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const isWhole = process.argv.includes('--all');
const started = performance.now();

/** Runs npm scripts at the same time and prints what each says when it ends; answers which of them failed. */
async function together(scripts: readonly string[]): Promise<string[]> {
  const failed = await Promise.all(
    scripts.map(async (script) => {
      const begun = performance.now();
      const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'] });
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      console.log(`== ${script}: ${code === 0 ? 'fine' : 'FAILED'}, ${secondsSince(begun)} s`);
      if (code !== 0) console.log(`${out}${err}`);
      return code === 0 ? [] : [script];
    }),
  );
  return failed.flat();
}

/** Shows the script's output as it comes. */
async function showing(script: string): Promise<string[]> {
  const [code] = await once(spawn('npm', ['run', '-s', script], { stdio: 'inherit' }), 'exit');
  return code === 0 ? [] : [script];
}

const secondsSince = (moment: number): string => ((performance.now() - moment) / 1000).toFixed(0);

const beside = together(['types', 'lint', 'layers', ...(isWhole ? ['openapi'] : [])]);
const failed = [...(await showing(isWhole ? 'test:all' : 'test')), ...(await beside)];
console.log(
  failed.length === 0
    ? `check: all fine in ${secondsSince(started)} s`
    : `check: ${failed.join(', ')} failed, ${secondsSince(started)} s`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
