// Stable keys of records, which are the external ids of imported records.
import { hash } from 'node:crypto';
import { languages } from '../core/languages.ts';
import { maxExternalIdLength } from '../resources/records/external-ids.ts';
import { idOf, type RawRecord, textOf } from './values.ts';

const apiPath = new RegExp(`^(.*?)(?:/(?:${languages.join('|')}))?(?:/wp-json)?/[^/]+/events/v\\d+(?:/|$)`);

/** `example.org` or `example.org/sub` of the URL of a page or of the API, as in a `global_id`; '' of none. */
export function siteOf(text: unknown): string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return '';
  return url.host + (apiPath.exec(url.pathname)?.[1] ?? '');
}

const siteName = (site: string): string => site || 'unknown-site';

/** Key of an event, venue or organizer: its id, else its slug, else a digest of its content. */
export function recordKey(raw: RawRecord, site: string, identifying: readonly unknown[]): string {
  const globalId = textOf(raw['global_id']).trim();
  if (/^\S+\?id=\d+$/.test(globalId) && globalId.length <= maxExternalIdLength) return globalId;
  const ownSite = siteOf(raw['rest_url']) || siteOf(raw['url']) || site;
  const id = idOf(raw['id']);
  if (id !== undefined) return `${siteName(ownSite)}?id=${id}`;
  const slug = textOf(raw['slug']).trim();
  const text = slug === '' ? `?content=${digest(identifying)}` : `?slug=${slug}`;
  const key = siteName(ownSite) + text;
  return key.length <= maxExternalIdLength ? key : `${siteName(ownSite).slice(0, 180)}?content=${digest([key])}`;
}

/** The site of records embedded in an event on a page of this site. */
export const siteOfEvent = (event: RawRecord, site: string): string =>
  siteOf(event['rest_url']) || recordKey(event, site, []).replace(/\?[^?]*$/, '');

export const digest = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 32);

/** `example.org?category=5` */
export const termKey = (taxonomy: string, site: string, reference: string | number): string =>
  `${siteName(site)}?${taxonomy}=${reference}`.slice(0, maxExternalIdLength);
