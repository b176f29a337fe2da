// npm run layers: checks imports between layers, unused exports and the length of files.
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLayers } from './layers/rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'src/**/*.ts',
  'test/**/*.ts',
  'scripts/**/*.ts',
  'bench/**/*.ts',
  'packages/*/{src,scripts,test}/**/*.ts',
];
/** Not in the repository. */
const generated = ['packages/client/src/schema.ts'];

const paths = globSync(sources, { cwd: root, exclude: generated }).sort();
const files = paths.map((path) => ({ path: path.replaceAll(sep, '/'), text: readFileSync(`${root}${path}`, 'utf8') }));

const violations = checkLayers(files);
for (const { path, line, problem } of violations) console.error(`${path}:${line}  ${problem}`);
console.log(
  violations.length === 0 ? `layers: ${files.length} files, all fine` : `layers: ${violations.length} violations`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
