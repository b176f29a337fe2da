import type { DemoDependencies } from '../demo/fill.ts';
import { findFirstAdministrator } from './first-administrator.ts';

/** Fills the calendar with the demonstration, unless it holds something already. */
export async function addDemo(dependencies: Omit<DemoDependencies, 'adminId'>): Promise<void> {
  const { store, log } = dependencies;
  const adminId = await findFirstAdministrator(store);
  if (adminId === undefined) {
    log.warn('no demonstration: the calendar has no administrator who could be its author');
    return;
  }
  const { fillDemo } = await import('../demo/fill.ts');
  if (await fillDemo({ ...dependencies, adminId })) log.info('filled the calendar with the demonstration');
}
