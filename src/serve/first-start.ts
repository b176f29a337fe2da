// The first start of a new calendar: creates an administrator, and sample events if requested.
import type { DemoDependencies } from '../demo/fill.ts';
import { createResolver } from '../fetch/resolve-host.ts';
import { createIngest } from '../media/ingest.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import { hasUsers, listUsers } from '../resources/users/repository.ts';
import { addUser } from '../resources/users/service.ts';
import type { Store } from '../store/store.ts';

const login = 'admin';

/** Creates the first administrator of a calendar without users; `undefined` if there are users. */
export async function addFirstAdministrator(
  store: Store,
  now: number,
): Promise<{ login: string; password: string } | undefined> {
  // Also checked before writing: the calendar may be read-only.
  if (await hasUsers(store.reader)) return undefined;
  return store.write(async (db) => {
    if (await hasUsers(db)) return undefined;
    const { password } = await addUser(db, { login, role: 'administrator', name: 'Administrator' }, now);
    return { login, password };
  });
}

/** The oldest administrator, who is the author of records that the program creates. */
async function findFirstAdministrator(store: Store): Promise<number | undefined> {
  return (await listUsers(store.reader)).find(({ role }) => role === 'administrator')?.id;
}

/** Sufficient for the images of the demo. */
const demoLimits = { bytes: 1024 * 1024, pixels: 2_000_000, seconds: 20 };

export type FirstDemo = Omit<DemoDependencies, 'adminId' | 'ingest'> & { storage: MediaStorage };

/** Loads sample events into an empty calendar. */
export async function addDemo({ storage, ...dependencies }: FirstDemo): Promise<void> {
  const { store, log } = dependencies;
  const adminId = await findFirstAdministrator(store);
  if (adminId === undefined) {
    log.warn('demo: not loaded, as there is no administrator to be the author of its events');
    return;
  }
  const { fillDemo } = await import('../demo/fill.ts');
  const ingest = createIngest({ storage, limits: demoLimits, allow: [], resolve: createResolver(), logger: log });
  if (await fillDemo({ ...dependencies, adminId, ingest })) log.info('demo: loaded sample events');
}
