import { plurals } from '../../core/kinds.ts';
import { inNamespace } from '../../http/legacy.ts';
import type { Links } from '../../http/links.ts';
import type { ReadContext } from '../../http/params/field.ts';
import type { ImageRows } from '../media/repository.ts';
import { presenterOf } from '../records/field-table.ts';
import { effectiveStatus, pagePath } from '../records/status.ts';
import { relatedTables } from './table.ts';
import type { RelatedRecord } from './types.ts';

export interface PresentContext extends ReadContext {
  links: Links;
  images: ImageRows;
}

const presenters = { venue: presenterOf(relatedTables.venue), organizer: presenterOf(relatedTables.organizer) };

export function presentRelated(
  row: RelatedRecord,
  { links, zones, siteZone, now, images }: PresentContext,
  withJsonLd: boolean,
): Record<string, unknown> {
  const status = effectiveStatus(row, now);
  const record = presenters[row.kind]({
    row,
    status,
    url: links.page(pagePath(row.kind, row, status)),
    path: `/${plurals[row.kind]}/${row.id}`,
    withJsonLd,
    links,
    zones,
    siteZone,
    images,
  });
  return inNamespace(record, links);
}
