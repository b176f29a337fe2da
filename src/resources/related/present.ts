import type { Zones } from '../../core/dates/zones.ts';
import { plurals } from '../../core/kinds.ts';
import { inNamespace } from '../../http/legacy.ts';
import type { Links } from '../../http/links.ts';
import type { ImageRows } from '../media/types.ts';
import { presenterOf } from '../records/field-table.ts';
import { effectiveStatus, pagePath } from '../records/status.ts';
import { relatedTables } from './table.ts';
import type { RelatedRecord } from './types.ts';

export interface PresentContext {
  links: Links;
  zones: Zones;
  siteZone: string;
  now: number;
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
    ...{ links, zones, siteZone, images },
  });
  return inNamespace(record, links);
}
