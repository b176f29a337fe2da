import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const groups = fileURLToPath(new URL('process-groups.ts', import.meta.url));
const script = `
  import { spawn } from 'node:child_process';
  const { createGroupEnder } = await import(${JSON.stringify(groups)});
  const endOnStop = createGroupEnder();
  endOnStop(spawn('sh', ['-c', '(trap "" TERM; echo started; sleep 1000; sleep 1000) & wait'], { stdio: 'inherit', detached: true }));`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the children of children', async (signal, code) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill(signal);
  // Once nothing holds its output.
  expect(await once(child, 'close')).toEqual([code, null]);
});
