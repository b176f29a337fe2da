import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';

const script = (form: string, more = '') => `
  const { createLogger } = await import(${JSON.stringify(new URL('./logging.ts', import.meta.url).href)});
  const logger = await createLogger({ level: 'info', form: '${form}', output: 1 ${more} });
  logger.debug('not shown');
  logger.info({ password: 's3cret', req: { headers: { authorization: 'Basic s3cret' } }, headers: { cookie: 's3cret' }, id: 5 }, 'said');
  logger.error(new Error('broken'));
`;
const outputOf = (form: string, more?: string): string =>
  spawnSync(process.execPath, ['--input-type=module', '-e', script(form, more)], { encoding: 'utf8' }).stdout;

test('JSON lines carry level and time, and no secrets', () => {
  const lines = outputOf('json')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 'info', time: expect.stringMatching(/Z$/), id: 5, msg: 'said', password: '(not logged)' },
    { level: 'error', msg: 'broken', err: { message: 'broken' } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('s3cret');
});

test('Pretty log lines are for people, and carry no secrets either', () => {
  const output = outputOf('pretty');
  expect(output).toContain('said');
  expect(output).not.toMatch(/s3cret|^\{/m);
  expect(output).not.toContain('\u001b[');
  expect(outputOf('pretty', ', isColoured: true')).toContain('\u001b[3');
});

test.runIf(existsSync('/dev/full')).each(['json', 'pretty'])('%s: a full disk costs lines, nothing else', (form) => {
  const full = openSync('/dev/full', 'w');
  const more = `for (let n = 0; n < 5000; n++) logger.info('x'.repeat(1000)); process.stderr.write('went on')`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script(form) + more], {
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  expect({ stderr, status }).toEqual({ stderr: 'went on', status: 0 });
});
