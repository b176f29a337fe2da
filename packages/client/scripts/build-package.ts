import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));
const entry = `${folder}src/client.ts`;

/** The client as one module, and its declarations. */
export async function buildPackage(target: string): Promise<void> {
  await build({ ...bundling, outfile: `${target}/client.js`, minify: false });
  await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--outDir', target]);
}

/** The compiler of the project: the older one, which openapi-typescript needs, takes five times as long. */
export const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** The client as a web page would load it. */
export async function minified(): Promise<string> {
  const { outputFiles } = await build({ ...bundling, minify: true, write: false });
  return outputFiles?.[0]?.text ?? '';
}

// For browsers, so that imports of Node's modules are errors.
const bundling: BuildOptions = {
  entryPoints: [entry],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  charset: 'utf8',
};
