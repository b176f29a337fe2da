// Screenshots of tasks: editing, embedding, querying, and moving from another site.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const bin = join(import.meta.dirname, '../../bin/kalends.js');
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => escapes[sign] as string);

export interface Demo {
  origin: string;
  /** Folder of its data. */
  data: string;
}

/** By picture; each leaves the page ready for the screenshot. */
export const tasks: Readonly<Record<string, (page: Page, demo: Demo) => Promise<void>>> = {
  async edit(page, { origin, data }) {
    const reply = await fetch(`${origin}/calendar/events/v1/events?search=concert&per_page=1`);
    const { events } = (await reply.json()) as { events: { id: number; url: string; slug: string }[] };
    const [event] = events;
    if (!event) throw new Error('the demonstration has no such event');
    const add = ['app-password', 'add', 'admin', '--name', 'pictures', '--data', data];
    const login = spawnSync(process.execPath, [bin, ...add]);
    const changes = { event_status: 'canceled', event_status_reason: 'A pianist is ill. A new date follows soon.' };
    const url = `${origin}/wp-json/calendar/events/v1/events/${event.id}?_fields=title,event_status,modified`;
    const options = ['-X', 'PATCH', '--json', JSON.stringify(changes), url];
    const typed = terminal(origin, 'curl', options, { login: String(login.stdout).trim() });
    await page.setViewportSize({ width: 1280, height: 560 });
    await page.goto(event.url);
    const picture = (await page.screenshot()).toString('base64');
    // The policy of the page forbids other styles and images.
    await page.goto('about:blank');
    await page.setViewportSize({ width: 1280, height: 722 });
    await page.setContent(`${typed}<img src="data:image/png;base64,${picture}" width="1280" alt="">`);
  },
  async embed(page, { origin }) {
    await page.setContent(otherSite(origin));
    await page.locator('kalends-calendar a').nth(5).waitFor();
    await page.waitForLoadState('networkidle');
  },
  async query(page, { origin }) {
    const query = 'search=lantern&per_page=6&_fields=total,events.title,events.start_date,events.cost';
    await page.setViewportSize(terminalSize);
    await page.setContent(terminal(origin, 'curl', [`${origin}/wp-json/calendar/events/v1/events?${query}`]));
  },
  async move(page, { origin }) {
    const folder = await mkdtemp(join(tmpdir(), 'kalends-move-'));
    await page.setViewportSize(terminalSize);
    await page.setContent(terminal(origin, 'npx', ['kalends', 'import', origin], { cwd: folder }));
    await rm(folder, { recursive: true });
  },
};

const terminalSize = { width: 1280, height: 290 };

const otherSite = (origin: string): string => `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; font: 18px/1.5 Georgia, serif; color: #24313f; background: #f6f3ec }
  header { background: #27496d; color: #fff; padding: 18px 48px; font-size: 26px }
  main { padding: 24px 48px; display: grid; grid-template-columns: 1fr 1.3fr; gap: 48px }
  kalends-calendar { --kalends-accent: #27496d }
</style><header>Lantern Street Library</header><main>
  <section><h1>Welcome</h1><p>The library is open from Tuesday to Saturday. Readings, walks and workshops take place all year, here and
  in the neighbourhood.</p><p>Bring a friend: most events are free.</p></section>
  <section><h2>What is on</h2><kalends-calendar view="list" limit="7"></kalends-calendar></section>
</main><script src="${origin}/embed.js" async></script>`;

interface Typing {
  cwd?: string;
  /** `login:password` for curl, left out of the picture. */
  login?: string;
}

/** The command and its output, with the host names of the documentation instead of the demonstration's. */
function terminal(origin: string, program: string, options: readonly string[], { cwd, login }: Typing = {}): string {
  const env = { ...process.env, KALENDS_FETCH_ALLOW: new URL(origin).host, KALENDS_TIMEZONE: 'Europe/Lisbon' };
  const [command, ...first] =
    program === 'npx' ? [process.execPath, bin] : [program, '-sS', ...(login ? ['-u', login] : [])];
  const { stdout, stderr, status } = spawnSync(command, [...first, ...options.filter((each) => each !== 'kalends')], {
    cwd,
    env,
  });
  if (status !== 0) throw new Error(String(stderr));
  const named = (text: string) =>
    escaped(text.replaceAll(origin, program === 'npx' ? 'https://old-site.example' : 'https://calendar.example'));
  const user = login ? ['-u', `${login.split(':')[0]}:PASSWORD`] : [];
  const typed = [program, ...user, ...options].map((each) => (/[&? ]/.test(each) ? `'${each}'` : each)).join(' ');
  return `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; background: #101418; color: #d7dde3 }
  pre { font: 18px/1.5 "DejaVu Sans Mono", monospace; padding: 28px 36px; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
  b { color: #7fdcb5; font-weight: 400 }
</style><pre><b>$ ${named(typed)}</b>\n${named(String(stdout).trimEnd())}</pre>`;
}
