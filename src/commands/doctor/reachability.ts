// Whether the service can be reached at its own port and at its public URL, and which headers the proxy sends.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config/settings.ts';
import { failureReason } from '../../fetch/failure-reason.ts';
import { version } from '../../version.ts';
import { type Finding, fine, note, problem, warning } from './finding.ts';

type Reachable = Pick<Config, 'host' | 'port' | 'siteUrl' | 'trustedProxies'>;

export async function examineReachability(config: Reachable): Promise<Finding[]> {
  const { siteUrl } = config;
  const local = localOrigin(config);
  const health = local === undefined ? undefined : await healthOf(local);
  const running = runningAt(local, health);
  if (siteUrl === undefined)
    return [running, note('site', 'KALENDS_SITE_URL is not set: links use the host of each request.')];
  const isPortFree = health === undefined || !health.isAnswered;
  return [running, ...(isPortFree ? await throughProbe(config, siteUrl) : await publicly(config, siteUrl))];
}

function runningAt(local: string | undefined, health: Health | undefined): Finding {
  if (health === undefined)
    return note('service', 'The port is 0, any free one, so whether the service is running is unknown.');
  if ('version' in health) return fine('service', `Kalends ${health.version} is running at ${local}.`);
  return health.isAnswered
    ? problem('service', `Another program answers at ${local}: stop it, or choose another port with --port.`)
    : note('service', `Nothing answers at ${local}: the service is not running here.`);
}

const localOrigin = ({ host, port }: Reachable): string | undefined => {
  if (port === 0) return undefined;
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};

async function publicly(config: Reachable, siteUrl: string): Promise<Finding[]> {
  const health = await healthOf(siteUrl);
  if ('trouble' in health) return [problem('site', `${siteUrl} cannot be reached from here: ${health.trouble}.`)];
  const other = `${siteUrl} reaches Kalends ${health.version}, but this is ${version}: restart the service.`;
  const reached = health.version === version ? fine('site', `${siteUrl} reaches the service.`) : warning('site', other);
  return siteUrl.startsWith('https:') && config.trustedProxies.length === 0 ? [reached, untrusted] : [reached];
}

const untrusted = warning(
  'proxy',
  'No proxy is trusted, so all callers share one request limit. Set KALENDS_TRUSTED_PROXIES (loopback for a proxy on this machine).',
);

type Health = { isAnswered: true; version: string } | { isAnswered: boolean; trouble: string };

async function healthOf(origin: string): Promise<Health> {
  try {
    const reply = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(5000), redirect: 'error' });
    const { status, version: found } = (await reply.json().catch(() => ({}))) as { status?: string; version?: string };
    if (status === 'ok' && found !== undefined) return { isAnswered: true, version: found };
    return { isAnswered: true, trouble: `another program answers there, with status ${reply.status}` };
  } catch (error) {
    return { isAnswered: false, trouble: failureReason(error) };
  }
}

/** Listens in place of the service for one request, to see the headers of the proxy. */
async function throughProbe(config: Reachable, siteUrl: string): Promise<Finding[]> {
  const nonce = randomUUID();
  let seen: IncomingHttpHeaders | undefined;
  const probe = createServer((request, response) => {
    if (request.url?.includes(nonce)) seen = request.headers;
    response.end(nonce);
  });
  try {
    await once(probe.listen(config.port, config.host), 'listening');
    const reply = await fetch(`${siteUrl}/healthz?${nonce}`, { signal: AbortSignal.timeout(5000) });
    const isOurs = (await reply.text()) === nonce && seen !== undefined;
    if (!isOurs)
      return [problem('site', `${siteUrl} reaches another program, which answers with status ${reply.status}.`)];
    return [fine('site', `${siteUrl} reaches this machine.`), ...headerFindings(config, siteUrl, seen ?? {})];
  } catch (error) {
    return [problem('site', `${siteUrl} cannot be reached from here: ${failureReason(error)}.`)];
  } finally {
    probe.close();
  }
}

function headerFindings(config: Reachable, siteUrl: string, headers: IncomingHttpHeaders): Finding[] {
  const { protocol, host } = new URL(siteUrl);
  const expected: Readonly<Record<string, string>> = {
    'x-forwarded-for': '',
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
  };
  const isProxied = Object.keys(expected).some((name) => headers[name] !== undefined);
  if (!isProxied && protocol === 'http:') return [note('proxy', 'There is no proxy in front of the service.')];
  const wrong = Object.entries(expected).filter(([name, value]) => {
    const sent = headers[name];
    return sent === undefined || (value !== '' && sent !== value);
  });
  const findings = wrong.map(([name, value]) => {
    const sent = headers[name] === undefined ? 'does not send' : `sends "${headers[name]}" as`;
    const expectation = value ? `, expected "${value}"` : '';
    return warning('proxy', `The proxy ${sent} ${name}${expectation}; see docs/guides/reverse-proxy.md.`);
  });
  if (config.trustedProxies.length === 0) return [...findings, untrusted];
  if (findings.length > 0) return findings;
  return [fine('proxy', 'The proxy forwards the client address, protocol and host.')];
}
