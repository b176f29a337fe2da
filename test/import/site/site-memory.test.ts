// Peak memory of imports of huge records, measured in a process of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, temporaryFolder } from '../../support/run-cli.ts';
import { siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';

const words =
  'Come to the hall in the evening – there is music, dance and something to eat for everybody who likes that. ';
const paragraph = `<p>${words}<strong>Free</strong>, see <a href="https://x.example/?a=1&amp;b=2">more</a>.</p>\n`;
const descriptionOf = (characters: number): string => paragraph.repeat(characters / paragraph.length);
/** `maxRSS` of a process starts with that of its parent. */
const printPeak = `import { readFileSync } from 'node:fs';
  process.on('exit', () => console.error(/VmHWM.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0]));`;

async function peakMiB(source: string, folder: string, events: number): Promise<number> {
  const { code, out, err } = await runCli(['import', '--json', source], {
    folder,
    environment: {
      KALENDS_TIMEZONE: 'Europe/Paris',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printPeak)}`,
    },
  });
  expect(code, err).toBe(0);
  expect(JSON.parse(out).counts.events).toMatchObject({ created: events, skipped: 0 });
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(err)?.[1]) / 1024;
  expect(peak).toBeGreaterThan(50);
  return peak;
}

const isMeasured = process.platform === 'linux';

test.runIf(isMeasured)(
  'Descriptions of two megabytes are imported in less than 300 MB',
  { timeout: 180_000 },
  async () => {
    const site = await startFakeWordPress();
    const description = descriptionOf(2_000_000);
    for (let id = 1; id <= 6; id++) site.records.events.push(siteEvent(site, id, { description }));
    expect(await peakMiB(site.apiUrl, temporaryFolder(), 6)).toBeLessThan(270);
  },
);

test.runIf(isMeasured)('Memory does not grow with the texts of a file', { timeout: 300_000 }, async () => {
  const site = await startFakeWordPress();
  // Few tags, so that most of the time is not spent on cleaning them.
  const description = `<p>${words.repeat(200_000 / words.length)}</p>`;
  const events = Array.from({ length: 120 }, (_, at) => siteEvent(site, at + 1, { description }));
  const folder = temporaryFolder();
  const file = join(folder, 'page.json');
  writeFileSync(file, JSON.stringify({ events }));
  expect(await peakMiB(file, folder, 120)).toBeLessThan(250);
});
