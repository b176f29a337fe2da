// The time zone of a site and that of this calendar: days, and events without a zone of their own, depend on it.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { SiteDependencies } from './run.ts';

const secondsPerMonth = 30 * 86_400;

/**
 * Returns the zone to read the site in. If it differs from the calendar's, the user is asked; without a terminal it throws
 * TransferProblem. `agreed` was accepted before, in the form of `agreement`.
 */
export async function agreeOnZone(
  host: string,
  theirs: string | undefined,
  agreed: string | undefined,
  dependencies: Pick<SiteDependencies, 'zones' | 'siteZone' | 'now' | 'confirm'>,
): Promise<string> {
  const { zones, siteZone, confirm } = dependencies;
  const zone = theirs === undefined ? undefined : zones.parse(theirs);
  if (zone === undefined || isSameClock(zone, dependencies)) return siteZone;
  if (agreed === agreement(zone, siteZone)) return zone;
  const difference = `${host} is in the time zone ${zone}, this calendar in ${siteZone}`;
  if (await confirm?.(`${difference}. Events keep their hours; days and lists follow ${siteZone}. Go on?`)) return zone;
  throw new TransferProblem(
    `${difference}. Set KALENDS_TIMEZONE=${zone} (--timezone), for the service too, or keep both with --keep-timezone.`,
  );
}

export const agreement = (theirs: string, ours: string): string => `${theirs} ${ours}`;

/** Zones with different names may have the same offsets; compares them month by month, two years back and ahead. */
function isSameClock(zone: string, { zones, siteZone, now }: Pick<SiteDependencies, 'zones' | 'siteZone' | 'now'>) {
  const months = Array.from({ length: 49 }, (_, at) => now + (at - 24) * secondsPerMonth);
  return months.every((month) => zones.offsetSeconds(month, zone) === zones.offsetSeconds(month, siteZone));
}
