// Where an event takes place: address, directions, and a map if the operator names a tile server.
import { html } from 'ghtml';
import type { VenueJson } from '../load/api-types.ts';
import type { ViewContext } from './view.ts';

export function addressLines(venue: VenueJson): string[] {
  const town = [[venue.zip, venue.city].filter(Boolean).join(' '), venue.stateprovince, venue.country];
  return [venue.address, town.filter(Boolean).join(', ')].filter(
    (line) => line !== undefined && line !== '',
  ) as string[];
}

export function directions(venue: VenueJson, { texts }: ViewContext): string {
  const { geo_lat: latitude, geo_lng: longitude } = venue;
  const target =
    latitude !== undefined && longitude !== undefined ? `${latitude},${longitude}` : addressLines(venue).join(', ');
  if (target === '') return '';
  const url = `https://www.openstreetmap.org/directions?to=${encodeURIComponent(target)}`;
  return html`<a rel="noopener" href="${url}">${texts.text('directions')}</a>`;
}

/** A link to a map on another site. The map script replaces it with a map. */
export function mapLink(venue: VenueJson, { texts, maps }: ViewContext): string {
  const { geo_lat: latitude, geo_lng: longitude, show_map } = venue;
  if (!maps || latitude === undefined || longitude === undefined || show_map === false) return '';
  const url = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return html`<a class="button" rel="noopener" href="${url}" data-latitude="${latitude}" data-longitude="${longitude}">${texts.text('showMap')}</a>`;
}

/** Host of a website, without `www.`. */
export const hostOf = (website: string): string => URL.parse(website)?.host.replace(/^www\./, '') ?? website;
