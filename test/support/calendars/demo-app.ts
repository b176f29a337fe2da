import pino from 'pino';
import { createZones } from '../../../src/core/dates/zones.ts';
import { fillDemo } from '../../../src/demo/fill.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../test-app.ts';

/** The service with the sample events of the demonstration. */
export async function startDemoApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options);
  const log = pino({ level: 'silent' });
  await fillDemo({ store: app.store, zones: createZones(), now: app.clock.now, adminId: 1, log });
  return app;
}
