// Exceptions for private hosts that may be fetched from: `intranet.example`, `10.0.0.0/8`, `[::1]:8080`.
import ipaddr from 'ipaddr.js';
import { parseAddress } from './public-address.ts';

export interface Allowance {
  /** A host name, or a range of addresses. */
  host: string | [ipaddr.IPv4 | ipaddr.IPv6, number];
  /** If missing, the default ports of http and https. */
  port: number | undefined;
}

/** `undefined` if the text is not a valid entry. */
export function parseAllowance(text: string): Allowance | undefined {
  const entry = text.trim().toLowerCase();
  const [, bracketed, afterBracket] = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(entry) ?? [];
  const [, plain, afterPlain] = /^([^:\s]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const port = afterBracket ?? afterPlain;
  const host = hostOf(bracketed ?? plain ?? entry);
  if (host === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) < 1) return undefined;
  return { host, port: port === undefined ? undefined : Number(port) };
}

const name = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/i;

export const isHostName = (text: string): boolean => name.test(text) && !/^[\d.]+$/.test(text);

function hostOf(text: string): Allowance['host'] | undefined {
  if (text.includes('/')) {
    const address = parseAddress(text.slice(0, text.indexOf('/')));
    return address && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  }
  const address = parseAddress(text);
  if (address) return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
  return isHostName(text) ? text : undefined;
}

export const allowsPort = (allowance: Allowance, port: number): boolean =>
  allowance.port === undefined ? port === 80 || port === 443 : allowance.port === port;

export const namesHost = (allowance: Allowance, host: string): boolean =>
  typeof allowance.host === 'string' && allowance.host === host.toLowerCase().replace(/\.$/, '');

export function coversAddress({ host }: Allowance, text: string): boolean {
  const address = parseAddress(text);
  if (typeof host === 'string' || address === undefined) return false;
  return address.kind() === host[0].kind() && address.match(host as [ipaddr.IPv4, number]);
}
