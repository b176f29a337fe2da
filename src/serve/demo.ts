import type { Logger } from 'pino';
import type { AppSettings } from '../app.ts';
import type { Zones } from '../core/dates/zones.ts';
import type { Store } from '../store/store.ts';
import { findFirstAdministrator } from './first-administrator.ts';

/** What `fillDemo` of src/demo/fill.ts is called with. */
export interface DemoDependencies {
  store: Store;
  settings: AppSettings;
  zones: Zones;
  /** UTC seconds. */
  now: () => number;
  /** Author of the demonstration's records. */
  adminId: number;
  log: Logger;
}

/** Fills an empty calendar and answers true; leaves any other as it is and answers false. */
export type FillDemo = (dependencies: DemoDependencies) => Promise<boolean>;

/** Fills the calendar with the demonstration, unless it holds something already. */
export async function addDemo(dependencies: Omit<DemoDependencies, 'adminId'>): Promise<void> {
  const { store, log } = dependencies;
  const adminId = await findFirstAdministrator(store);
  if (adminId === undefined) {
    log.warn('no demonstration: the calendar has no administrator who could be its author');
    return;
  }
  const { fillDemo }: { fillDemo: FillDemo } = await import(new URL('../demo/fill.ts', import.meta.url).href);
  const filled = await fillDemo({ ...dependencies, adminId });
  log.info(filled ? 'filled the calendar with the demonstration' : 'no demonstration: the calendar is not empty');
}
