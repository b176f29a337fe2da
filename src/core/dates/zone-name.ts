/** The sign in `Etc/GMT+5` is the opposite of the usual one: clocks there show UTC-5. */
export const readableZone = (timezone: string): string =>
  timezone.replace(/^Etc\/GMT([+-])(?=[1-9])/, (_, sign) => (sign === '+' ? 'UTC-' : 'UTC+'));

/** What follows a time in a zone other than the site's, which is its city: ` New York` for `America/New_York`. */
export const zoneAfterTime = (timezone: string, siteZone: string): string =>
  timezone === siteZone ? '' : ` ${readableZone(timezone).replace(/^.*\//, '').replaceAll('_', ' ')}`;
