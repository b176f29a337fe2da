import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** A Chromium of this machine; `CHROMIUM` names one elsewhere. */
export const browserPath = (): string | undefined =>
  [process.env['CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path));

export const openBrowser = (path: string): Promise<Browser> =>
  // Machines that run tests often have no sandbox for it and little shared memory; it opens our own pages only.
  chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
