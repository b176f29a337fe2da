import type { ReadContext } from '../../http/params/field.ts';
import { siteOf } from '../keys.ts';
import type { PagePrescan } from '../source/prescan.ts';
import type { RawRecord } from '../values.ts';

/** What reading the records of a page depends on. */
export interface PageContext extends ReadContext {
  /** Site of records that name none themselves; '' is unknown. */
  site: string;
  /** Id of the stored image of a URL; absent if images are not imported. */
  imageIdOf?: (url: string) => number | undefined;
  /** Members of a record that its list lacks. */
  detailsOf?: ((kind: 'event' | 'venue', id: number) => RawRecord | undefined) | undefined;
  /** Why a published event must not be public here, such as its password. Absent if only public events are read. */
  privacyReason?: ((eventId: number) => string | undefined) | undefined;
}

/** For reading the records of a page. */
export const pageContextOf = (
  { source, members }: PagePrescan,
  { now, zones, siteZone }: ReadContext,
): PageContext => ({ now, zones, siteZone, site: siteOf(members['rest_url']) || siteOf(source.name) });
