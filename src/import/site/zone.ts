// The time zone of a site and that of this calendar: days, and events without a zone of their own, depend on it.
import type { Zones } from '../../core/dates/zones.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { SiteDependencies } from './types.ts';

const secondsPerMonth = 30 * 86_400;

/**
 * Returns the zone to read the site in. If it differs from the calendar's, the user is asked; without a terminal it throws
 * TransferProblem. `agreed` is what was accepted before, in the form of `agreement`.
 */
export async function agreeOnZone(
  host: string,
  theirs: string | undefined,
  agreed: string | undefined,
  own: Pick<SiteDependencies, 'zones' | 'siteZone' | 'now' | 'confirm'>,
): Promise<string> {
  const zone = theirs === undefined ? undefined : own.zones.parse(theirs);
  if (zone === undefined || isSameClock(zone, own)) return own.siteZone;
  if (agreed === agreement(zone, own.siteZone)) return zone;
  const difference = `${host} is in the time zone ${zone}, this calendar in ${own.siteZone}`;
  if (await own.confirm?.(`${difference}. Events keep their hours; days and lists follow ${own.siteZone}. Go on?`))
    return zone;
  throw new TransferProblem(
    `${difference}. Set KALENDS_TIMEZONE=${zone} (--timezone), for the service too, or keep both with --keep-timezone.`,
  );
}

export const agreement = (theirs: string, ours: string): string => `${theirs} ${ours}`;

/** Zones of other names may be the same by the clock: looked at month by month, two years back and ahead. */
function isSameClock(zone: string, { zones, siteZone, now }: Pick<SiteDependencies, 'zones' | 'siteZone' | 'now'>) {
  if (zone === siteZone) return true;
  for (let month = -24; month <= 24; month++) {
    const at = now + month * secondsPerMonth;
    if (offset(zones, at, zone) !== offset(zones, at, siteZone)) return false;
  }
  return true;
}

const offset = (zones: Zones, at: number, zone: string): number => zones.offsetSeconds(at, zone);
