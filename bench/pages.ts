// npm run bench:pages [-- --runs N] [--slowdown N]: how fast pages of the demo are painted in a phone's browser on a slow network.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { browserPath, openBrowser } from '../test/support/browser.ts';
import { median } from './load.ts';
import { type Service, startService } from './service.ts';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, slowdown: { type: 'string', default: '4' } },
});

/** A slow 4G connection and a mid-range phone, as simulated by Lighthouse. */
const network = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };
const bars: Figures = { lcp: 1500, tbt: 150, cls: 0.02 };

interface Figures {
  /** Largest contentful paint, in milliseconds after the navigation began. */
  lcp: number;
  /** Total blocking time, in milliseconds: what tasks after the first paint take beyond 50 ms each. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
}

/** Runs in the page before its own scripts. */
const observe = `
  window.figures = { lcp: 0, tbt: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) figures.lcp = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) figures.cls += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  window.finish = () => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    for (const { startTime, duration } of tasks) if (startTime + duration > paint) figures.tbt += Math.max(0, duration - 50);
    return figures;
  };
`;

async function visit(browser: Browser, url: string): Promise<Figures> {
  const page = await browser.newPage({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(options.slowdown) });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(1000);
  const figures = await page.evaluate<Figures>('finish()');
  await page.close();
  return figures;
}

async function pagePaths({ origin }: Service): Promise<[string, string][]> {
  const list = await fetch(`${origin}/calendar/events/v1/events?per_page=1`);
  const { events } = (await list.json()) as { events: { url: string; start_date: string }[] };
  const [event] = events;
  if (event === undefined) throw new Error('The demo has no upcoming event.');
  return [
    ['list', '/events/'],
    ['month', `/events/${event.start_date.slice(0, 7)}/`],
    ['week', `/events/week/${event.start_date.slice(0, 10)}/`],
    ['cards', '/events/cards/'],
    ['event', new URL(event.url).pathname],
  ];
}

const path = browserPath();
if (path === undefined) throw new Error('Chromium was not found; CHROMIUM may name it.');
const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'));
let exceedsBars = false;
try {
  const service = await startService({ folder, environment: { KALENDS_DEMO: 'true' }, workers: '1', caches: 'all' });
  const browser = await openBrowser(path);
  console.log('page    LCP ms  TBT ms    CLS   (medians)');
  for (const [name, pagePath] of await pagePaths(service)) {
    const visits: Figures[] = [];
    // The first visit warms up the service and the browser.
    for (let run = 0; run <= Number(options.runs); run += 1)
      visits.push(await visit(browser, service.origin + pagePath));
    const of = (figure: keyof Figures): number => median(visits.slice(1).map((each) => each[figure]));
    const [lcp, tbt, cls] = [of('lcp'), of('tbt'), of('cls')];
    exceedsBars ||= lcp > bars.lcp || tbt > bars.tbt || cls > bars.cls;
    console.log(name.padEnd(6), lcp.toFixed().padStart(7), tbt.toFixed().padStart(7), cls.toFixed(3).padStart(6));
  }
  await browser.close();
  await service.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `bars   ${String(bars.lcp).padStart(7)} ${String(bars.tbt).padStart(7)} ${bars.cls.toFixed(3).padStart(6)}`,
);
if (exceedsBars) process.exitCode = 1;
