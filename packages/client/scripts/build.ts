// npm run build -w packages/client
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPackage } from './build-package.ts';

const target = fileURLToPath(new URL('../dist', import.meta.url));
rmSync(target, { recursive: true, force: true });
await buildPackage(target);
