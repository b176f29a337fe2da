import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { examineReachability } from './reachability.ts';

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('The headers of the proxy are those of the request for the public URL, not of its health checks', async () => {
  const { server, port } = await listen((_, response) => void response.end());
  server.close();
  const local = `http://127.0.0.1:${port}`;
  const proxy = await listen(async ({ url, headers: { host = '' } }, response) => {
    const headers = { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': host };
    const reply = await (await fetch(local + url, { headers })).text();
    await fetch(`${local}/healthz`);
    response.end(reply);
  });
  const siteUrl = `http://127.0.0.1:${proxy.port}`;
  const config = { host: '127.0.0.1', port, siteUrl, trustedProxies: ['loopback'] };
  expect((await examineReachability(config as never)).slice(1)).toEqual([
    { level: 'fine', about: 'site', text: `${siteUrl} reaches this machine.` },
    { level: 'fine', about: 'proxy', text: 'The proxy forwards the client address, protocol and host.' },
  ]);
});

test('Another program at the port of the service is a problem', async () => {
  const { port } = await listen((_, response) => void response.writeHead(404).end());
  const at = `http://127.0.0.1:${port}`;
  const config = { host: '127.0.0.1', port, siteUrl: at, trustedProxies: [] };
  const [service, site] = await examineReachability(config as never);
  expect(service).toEqual({
    level: 'problem',
    about: 'service',
    text: `Another program answers at ${at}: stop it, or choose another port with --port.`,
  });
  expect(site?.text).toBe(`${at} cannot be reached from here: another program answers there, with status 404.`);
});
