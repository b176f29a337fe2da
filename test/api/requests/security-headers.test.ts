// Security headers, and the contact for reporting vulnerabilities.
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

const get = async (app: Awaited<ReturnType<typeof startTestApp>>, url: string, headers = {}) =>
  app.app.inject({ method: 'GET', url, headers: { host: 'events.example.org', accept: 'text/html', ...headers } });

test('Pages have the security headers that helmet sets, except those that only obsolete browsers read', async () => {
  const app = await startTestApp();
  for (const url of ['/events/', '/docs', '/events/nothing-here/']) {
    const { headers } = await get(app, url);
    expect(headers, url).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': expect.stringMatching(/^(?:no-referrer|strict-origin-when-cross-origin)$/),
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
    });
    expect(headers, url).not.toHaveProperty('x-powered-by');
  }
});

test('Pages for frames of other sites do not refuse to be framed', async () => {
  const { headers } = await get(await startTestApp(), '/embed/');
  expect(headers['content-security-policy']).toContain('frame-ancestors *');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers).not.toHaveProperty('cross-origin-opener-policy');
});

test('Strict-Transport-Security is sent only if a trusted proxy reports that the client uses TLS', async () => {
  const proxied = await startTestApp({ settings: { trustedProxies: ['127.0.0.1'] } });
  const urls = ['/events/', '/calendar/events/v1/events', '/docs', '/healthz', '/calendar/events/v1/nothing'];
  // Twice, because the second may come from the cache.
  for (const url of [...urls, ...urls]) {
    const secure = await get(proxied, url, { 'x-forwarded-proto': 'https' });
    expect(secure.headers['strict-transport-security'], url).toBe('max-age=31536000');
    expect((await get(proxied, url, { 'x-forwarded-proto': 'http' })).headers, url).not.toHaveProperty(
      'strict-transport-security',
    );
  }
  const direct = await get(await startTestApp(), '/events/', { 'x-forwarded-proto': 'https' });
  expect(direct.headers).not.toHaveProperty('strict-transport-security');
});

test('security.txt names the contact and expires within a year, and there is none without a contact', async () => {
  expect((await get(await startTestApp(), '/.well-known/security.txt')).statusCode).toBe(404);
  const settings = {
    securityContact: 'mailto:security@example.org',
    siteUrl: 'https://example.org/calendar',
    language: 'de',
  } as const;
  const app = await startTestApp({ settings });
  const first = await get(app, '/.well-known/security.txt');
  expect(first.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(first.body).toBe(
    'Contact: mailto:security@example.org\nExpires: 2027-08-28T00:00:00.000Z\nCanonical: https://example.org/.well-known/security.txt\nPreferred-Languages: de, en\n',
  );
  app.clock.advance(86_400);
  expect((await get(app, '/.well-known/security.txt')).body).toContain('Expires: 2027-08-29T00:00:00.000Z');
});
