import { formatUtc } from '../../core/dates/civil.ts';
import type { Zones } from '../../core/dates/zones.ts';
import { htmlToText } from '../../core/text/html.ts';
import type { Links } from '../../http/links.ts';
import { imageOf } from '../media/present.ts';
import type { ImageRows } from '../media/types.ts';
import { presentExternalId } from '../records/external-ids.ts';
import { pagePath, shownStatus } from '../records/status.ts';
import { presentLanguages } from '../records/texts/shown-texts.ts';
import type { RelatedRecord } from './types.ts';
import { relatedKinds } from './types.ts';

/** What presenting depends on besides the row. */
export interface PresentContext {
  links: Links;
  zones: Zones;
  siteZone: string;
  now: number;
  images: ImageRows;
}

/** Venues and organizers leave empty keys out (D51). */
export function presentRelated(
  row: RelatedRecord,
  context: PresentContext,
  withJsonLd: boolean,
): Record<string, unknown> {
  const { links, zones, siteZone } = context;
  const { kind, details, hasMap, plural } = relatedKinds[row.kind];
  const { name, description, excerpt, slug } = row;
  const shown = Object.fromEntries(details.map((detail) => [detail, row[detail]]));
  const globalId = links.globalId(row.id);
  return {
    id: row.id,
    ...filled({ author: row.author_id }),
    status: shownStatus(row, context.now),
    date: zones.toWall(row.published_at, siteZone),
    date_utc: formatUtc(row.published_at),
    modified: zones.toWall(row.modified_at, siteZone),
    modified_utc: formatUtc(row.modified_at),
    url: pageOf(row, context),
    rest_url: links.record(`/${plural}/${row.id}`),
    [kind]: name,
    ...filled({ description, excerpt, slug, image: imageOf(row, context), ...shown }),
    ...coordinates(row),
    ...(withJsonLd ? { json_ld: relatedJsonLd(row, context) } : {}),
    ...(hasMap ? { show_map: row.show_map === 1, show_map_link: row.show_map_link === 1 } : {}),
    ...presentLanguages(row),
    global_id: globalId,
    global_id_lineage: [globalId],
    ...presentExternalId(row),
  };
}

const pageOf = (row: RelatedRecord, { links, now }: PresentContext): string =>
  links.page(pagePath(row.kind, row, shownStatus(row, now)));

/** Zero is a coordinate like any other. */
const coordinates = ({ geo_lat, geo_lng }: RelatedRecord) =>
  geo_lat === null || geo_lng === null ? {} : { geo_lat, geo_lng };

const filled = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== 0 && value !== undefined));

/** schema.org Place or Organization. */
export function relatedJsonLd(row: RelatedRecord, context: PresentContext): Record<string, unknown> {
  const url = pageOf(row, context);
  const texts = { name: row.name, ...filled({ description: htmlToText(row.description) }) };
  const contact = filled({ telephone: row.phone, email: row.email, sameAs: row.website });
  if (row.kind === 'organizer') return { '@type': 'Organization', ...texts, url: row.website || url, ...contact };
  const address = filled({
    streetAddress: row.address,
    addressLocality: row.city,
    addressRegion: row.stateprovince,
    postalCode: row.zip,
    addressCountry: row.country,
  });
  const geo =
    row.geo_lat === null ? {} : { geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng } };
  return { '@type': 'Place', ...texts, url, address: { '@type': 'PostalAddress', ...address }, ...geo, ...contact };
}
