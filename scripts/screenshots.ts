// Screenshots for the documentation: every view of the demo in both themes and at three widths, and tasks.
// npm run screenshots -- tasks: only those of tasks.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { browserPath, openBrowser } from '../test/support/browser.ts';
import { tasks } from './screenshots/tasks.ts';
import { environmentWithoutSettings, type Service, startService } from './service.ts';

const folder = join(import.meta.dirname, '../docs/pictures');
const port = 3988;
const origin = `http://127.0.0.1:${port}`;
const sizes = { wide: [1280, 900], tablet: [768, 1000], phone: [320, 640] } as const;

interface Found {
  events: { url: string; image: object | false; venue: { url?: string }; tickets: unknown[] }[];
}

const startDemo = (data: string): Promise<Service> => {
  const settings = ['--site-name', 'Lantern Street', '--timezone', 'Europe/Lisbon'];
  return startService(['--demo', '--port', String(port), '--data', data, ...settings], environmentWithoutSettings());
};

/** Paths by view. The event has a picture, a venue and tickets. */
async function views(): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/calendar/events/v1/events?search=marathon&per_page=20`);
  const { events } = (await reply.json()) as Found;
  const event = events.find(({ image, venue, tickets }) => image && venue.url && tickets.length > 0);
  if (!event?.venue.url) throw new Error('the demonstration has no event with a picture and tickets');
  return {
    list: '/events/',
    month: '/events/month/',
    week: '/events/week/',
    day: '/events/today/',
    cards: '/events/cards/',
    search: '/events/?search=walk',
    event: new URL(event.url).pathname,
    venue: new URL(event.venue.url).pathname,
  };
}

async function save(page: Page, name: string): Promise<number> {
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 62, effort: 6 })
    .toBuffer();
  await writeFile(join(folder, `${name}.webp`), picture);
  return picture.length;
}

async function takeTasks(browser: Browser): Promise<number> {
  let bytes = 0;
  for (const [name, prepare] of Object.entries(tasks)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
    const page = await context.newPage();
    await prepare(page, { origin, data });
    bytes += await save(page, `task-${name}`);
    await context.close();
  }
  return bytes;
}

async function takeViews(browser: Browser): Promise<number> {
  let bytes = 0;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, [width, height]] of Object.entries(sizes)) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      for (const [view, path] of Object.entries(await views())) {
        await page.goto(origin + path, { waitUntil: 'networkidle' });
        bytes += await save(page, `${view}-${size}-${colorScheme}`);
      }
      await context.close();
    }
  return bytes;
}

const path = browserPath();
if (path === undefined) throw new Error('Chromium was not found; CHROMIUM may name it');
const data = await mkdtemp(join(tmpdir(), 'kalends-pictures-'));
await mkdir(folder, { recursive: true });
const service = await startDemo(data);
const browser = await openBrowser(path);
try {
  const bytes = (await takeTasks(browser)) + (process.argv.includes('tasks') ? 0 : await takeViews(browser));
  console.log(`docs/pictures: ${Math.round(bytes / 1024)} KiB`);
} finally {
  await browser.close();
  await service.stop();
  await rm(data, { recursive: true, force: true });
}
