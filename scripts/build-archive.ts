// npm run build:archive: release/kalends-x.y.z-linux-x64.tar.gz, which runs without npm and with a Node of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compress, pack, stage, version } from './packages/stage.ts';

const name = `kalends-${version}-${process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), 'kalends-archive-'));
stage(join(folder, name), pack());
console.log(compress(folder, name, `${name}.tar.gz`));
rmSync(folder, { recursive: true });
