// The URL of the page that follows in a list.
import { TransferProblem } from '../../core/transfer-problem.ts';
import { membersOf } from '../values.ts';
import { isSameSite } from './urls.ts';

/**
 * The next page that a reply links to; undefined at the end. Parameters that are missing from the link are added, because some
 * servers drop filters there. Throws TransferProblem for the URL of another site.
 */
export function nextPage(reply: unknown, current: URL, first: URL): URL | undefined {
  const link = membersOf(reply)['next_rest_url'];
  if (typeof link !== 'string' || link === '') return undefined;
  const next = URL.parse(link, current.href);
  if (next === null || !isSameSite(next, current)) {
    throw new TransferProblem(
      `${current.href} continues at another site (${link}), which is not followed; if it is the same site, give that URL.`,
    );
  }
  next.protocol = current.protocol;
  next.port = current.port;
  next.hash = '';
  next.username = '';
  next.password = '';
  // The reference links to `status=any` for editors, but rejects it as a parameter.
  if (!first.searchParams.has('status')) next.searchParams.delete('status');
  const asked = new URL(first).searchParams;
  // It may have been reduced on the way.
  const size = current.searchParams.get('per_page');
  if (size !== null) asked.set('per_page', size);
  for (const [name, value] of asked)
    if (name !== 'page' && !next.searchParams.has(name)) next.searchParams.set(name, value);
  return next;
}

/** Some sites announce a next page without a link to it. */
export function announcedPage(at: URL, pages: number | undefined): URL | undefined {
  const page = Number(at.searchParams.get('page') ?? 1);
  if (pages === undefined || pages <= page) return undefined;
  const next = new URL(at);
  next.searchParams.set('page', String(page + 1));
  return next;
}

/** Page sizes for pages that are too large. Each divides the previous one, so that no record is skipped. */
const perPage = [100, 50, 25, 5, 1];

export function withFewerRecords(url: URL): URL | undefined {
  const now = Number(url.searchParams.get('per_page'));
  const fewer = perPage[perPage.indexOf(now) + 1];
  if (!perPage.includes(now) || fewer === undefined) return undefined;
  const smaller = new URL(url);
  const skipped = (Number(url.searchParams.get('page') ?? 1) - 1) * now;
  smaller.searchParams.set('per_page', String(fewer));
  smaller.searchParams.set('page', String(skipped / fewer + 1));
  return smaller;
}
