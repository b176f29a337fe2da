import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../running-service.ts';
import { oncePerRun } from '../shared/once-per-run.ts';

/** A folder with the demonstration in `data`, to be copied, and the administrator's password in `password`. */
export const demoOnSqlite = (): Promise<string> =>
  oncePerRun('demo', async (folder) => {
    const service = await startService(['--demo', '--synchronous', 'off'], {
      folder,
      environment: { DATABASE_URL: '' },
    });
    const { application_password: password } = await service.event('first-administrator');
    writeFileSync(join(folder, 'password'), String(password));
    await service.stop();
  });
