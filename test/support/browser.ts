import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell without a user interface takes two thirds of the processor time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** The path of Chromium: `CHROMIUM`, or one of the usual places. */
export const browserPath = (): string | undefined =>
  [process.env['CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path));

export const openBrowser = (path: string): Promise<Browser> =>
  // Machines that run tests often have no sandbox and little shared memory; it opens only our own pages.
  chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
