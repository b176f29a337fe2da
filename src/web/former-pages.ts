// Links to a page that had another slug lead to its present URL.
import { type ChangeKind, isTaxonomy, plurals } from '../core/kinds.ts';
import { findFormerOwner } from '../resources/records/former-slugs.ts';
import type { Reader } from '../store/store.ts';
import type { Page } from './urls/page-url.ts';
import { pageOfId } from './urls/reference-urls.ts';
import type { View, ViewContext } from './views/view.ts';

/**
 * The view of a page, or the URL to redirect to if there is none but a record had its slug. The API has no former slugs, so
 * they are read from the store; whether the visitor may see the record is up to the API, as always.
 */
export async function orFormerPage(
  found: View | string,
  page: Page,
  context: ViewContext,
  db: Reader,
): Promise<View | string> {
  const slug = 'slugs' in page ? page.slugs.at(-1) : 'slug' in page ? page.slug : undefined;
  if (typeof found === 'string' || found.status !== 404 || slug === undefined) return found;
  const kind = page.view as ChangeKind;
  const id = await findFormerOwner(db, kind, slug);
  return (id === undefined ? undefined : await urlOf(kind, id, context)) ?? found;
}

async function urlOf(kind: ChangeKind, id: number, { calendar, links }: ViewContext): Promise<string | undefined> {
  if (isTaxonomy(kind)) {
    const { status, body } = await calendar.get<{ url: string }>(`/${plurals[kind]}/${id}`);
    return status === 200 ? links.local(body.url) : undefined;
  }
  const target = await pageOfId(id, calendar);
  return target ? links.page(target.path) : undefined;
}
