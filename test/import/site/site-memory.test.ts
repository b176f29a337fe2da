// What an import of huge records takes of memory, measured in a process of its own.
import { expect, test } from 'vitest';
import { runCli, temporaryFolder } from '../../support/run-cli.ts';
import { siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';

const megabyte = 1_000_000;
const words =
  'Come to the hall in the evening – there is music, dance and something to eat for everybody who likes that. ';
const paragraph = `<p>${words}<strong>Free</strong>, see <a href="https://x.example/?a=1&amp;b=2">more</a>.</p>\n`;
/** `maxRSS` of a process begins with what its parent had. */
const tellPeak = `import { readFileSync } from 'node:fs';
  process.on('exit', () => console.error(/VmHWM.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0]));`;

test.runIf(process.platform === 'linux')(
  'Descriptions of two megabytes are imported in less than 300 MB',
  { timeout: 180_000 },
  async () => {
    const site = await startFakeWordPress();
    const description = paragraph.repeat((2 * megabyte) / paragraph.length);
    for (let id = 1; id <= 12; id++) site.records.events.push(siteEvent(site, id, { description }));
    const { code, out, err } = await runCli(['import', '--json', site.address], {
      folder: temporaryFolder(),
      environment: {
        KALENDS_TIMEZONE: 'Europe/Paris',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellPeak)}`,
      },
    });
    expect(code, err).toBe(0);
    expect(JSON.parse(out).counts.events).toMatchObject({ created: 12, skipped: 0 });
    const peakMiB = Number(/VmHWM:\s+(\d+) kB/.exec(err)?.[1]) / 1024;
    expect(peakMiB).toBeGreaterThan(50);
    expect(peakMiB).toBeLessThan(300);
  },
);
