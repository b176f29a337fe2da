// The first start of a new calendar: creates an administrator, and sample events if requested.
import type { DemoDependencies } from '../demo/fill.ts';
import { createResolver } from '../fetch/resolve-host.ts';
import { createIngest } from '../media/ingest.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import { listUsers } from '../resources/users/repository.ts';
import { addFirstUser } from '../resources/users/service.ts';
import type { Announcer } from './announce.ts';

const administrator = { login: 'admin', role: 'administrator', name: 'Administrator' } as const;

type FirstRecords = Omit<DemoDependencies, 'adminId' | 'ingest'> & { storage: MediaStorage };

export async function addFirstRecords(first: FirstRecords, announcer: Announcer, withDemo: boolean): Promise<void> {
  const password = await addFirstUser(first.store, administrator, first.now());
  if (password !== undefined) announcer.firstAdministrator(administrator.login, password);
  if (withDemo) await addDemo(first);
}

/** Sufficient for the images of the demo. */
const demoLimits = { bytes: 1024 * 1024, pixels: 2_000_000, seconds: 20 };

/** Loads sample events into an empty calendar. */
async function addDemo({ storage, ...dependencies }: FirstRecords): Promise<void> {
  const { store, log } = dependencies;
  const adminId = (await listUsers(store.reader)).find(({ role }) => role === 'administrator')?.id;
  if (adminId === undefined) {
    log.warn('demo: not loaded, as there is no administrator to be the author of its events');
    return;
  }
  const { fillDemo } = await import('../demo/fill.ts');
  const ingest = createIngest({ storage, limits: demoLimits, allow: [], resolve: createResolver(), logger: log });
  if (await fillDemo({ ...dependencies, adminId, ingest })) log.info('demo: loaded sample events');
}
