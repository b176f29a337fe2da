import type { AddressInfo } from 'node:net';
import { type Login, startTestApp, type TestApp, type TestAppOptions } from '../../../../test/support/test-app.ts';
import { type ClientOptions, createClient } from '../../src/client.ts';

export interface ServedApp extends TestApp {
  origin: string;
  /** Of the API's own namespace. */
  url: string;
  client(options?: Partial<ClientOptions> & { as?: Login }): ReturnType<typeof createClient>;
}

/** A whole service on a port of its own. */
export async function serveTestApp(options: TestAppOptions = {}): Promise<ServedApp> {
  const app = await startTestApp(options);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  const url = `${origin}/wp-json/calendar/events/v1`;
  return {
    ...app,
    origin,
    url,
    client: ({ as, ...more } = {}) =>
      createClient({ url, ...(as ? { user: as, password: app.passwords[as] } : {}), ...more }),
  };
}
