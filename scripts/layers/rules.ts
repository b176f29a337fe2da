// Allowed imports, and other rules that the linter lacks. Pure functions of the texts of files.
import { posix } from 'node:path';
import { type Import, importsOf, lineAt, withoutComments } from './imports.ts';
import { unusedExports } from './unused-exports.ts';

export interface SourceFile {
  /** From the project's root, with slashes: `src/core/roles.ts`. */
  path: string;
  text: string;
}

export interface Violation {
  path: string;
  line: number;
  problem: string;
}

/** The files of a slice, besides its service and types, that other slices and features may import. */
const entryFiles: Readonly<Record<string, readonly string[]>> = {
  events: ['save', 'fields/table', 'feeds/csv-columns'],
  media: ['library', 'list', 'present', 'repository', 'routes', 'schemas', 'table'],
  related: ['duplicates', 'json-ld', 'patch', 'present', 'repository', 'repository-events', 'save', 'schemas', 'table'],
  terms: ['list/list', 'present', 'references', 'repository', 'repository-events', 'save', 'schemas', 'table'],
  upsert: ['repository', 'slugs'],
  users: ['attempts', 'repository', 'secrets'],
  webhooks: ['present', 'repository'],
};
/** Slices all of whose files may import routes. */
const slicesOfRequests = /^src\/resources\/(?:site|batch)\//;
const behaviourLines = 300;
const testLines = 400;

export const checkLayers = (files: readonly SourceFile[]): Violation[] => [
  ...files.flatMap((file) => [...checkImports(file), ...checkModuleState(file), ...checkLength(file)]),
  ...unusedExports(files),
];

const isTest = (path: string): boolean => /\.test\.ts$/.test(path) || path.startsWith('test/');

function checkImports(file: SourceFile): Violation[] {
  if (!file.path.startsWith('src/') || isTest(file.path)) return [];
  return importsOf(file.text).flatMap((found) => {
    const isOurs = found.specifier.startsWith('.');
    const problem = isOurs ? ownImportProblem(file.path, found) : packageProblem(file.path, found.specifier);
    return problem === undefined ? [] : [{ path: file.path, line: found.line, problem }];
  });
}

/** `core`, `http`, `store`, `resources/events`, the folder of a feature, or `shell` for the files that wire all of it. */
function areaOf(path: string): string {
  const [, folder, name] = path.split('/') as [string, string, string | undefined];
  if (name === undefined || ['commands', 'config', 'serve'].includes(folder)) return 'shell';
  return folder === 'resources' ? `resources/${name}` : folder;
}

function ownImportProblem(path: string, found: Import): string | undefined {
  const target = posix.normalize(posix.join(posix.dirname(path), found.specifier));
  if (target === 'package.json') return undefined;
  const from = areaOf(path);
  const to = areaOf(target);
  if (from === 'shell') return undefined;
  if (from.startsWith('resources/') && target === 'src/http/route.ts' && !mayKnowRoutes(path, found)) {
    return 'only routes.ts and list.ts of a resource may import http/route.ts: a use case takes values and returns values';
  }
  if (from === to || allowedAreas(from).includes(to)) return undefined;
  if (to.startsWith('resources/') && mayUseResources(from)) return foreignResourceProblem(to, target);
  return `${from} may not import ${to} (${target})`;
}

const isFeature = (area: string): boolean =>
  !['core', 'cache', 'http', 'store'].includes(area) && !area.startsWith('resources/');
const mayUseResources = (area: string): boolean => area.startsWith('resources/') || isFeature(area);

function allowedAreas(area: string): readonly string[] {
  if (area === 'core' || area === 'cache') return [];
  if (area === 'store' || area === 'http') return ['core', 'cache'];
  const shared = ['core', 'cache', 'http', 'store', 'media', 'fetch'];
  // An import restores exports, so it knows their format.
  return area === 'import' ? [...shared, 'export'] : shared;
}

function foreignResourceProblem(area: string, target: string): string | undefined {
  const resource = area.slice('resources/'.length);
  const file = target.slice(`src/${area}/`.length, -'.ts'.length);
  // All of records is shared.
  if (resource === 'records' || ['service', 'types', ...(entryFiles[resource] ?? [])].includes(file)) return undefined;
  return `another resource is used through its entry files (service.ts, types.ts) only, not through ${target}`;
}

const mayKnowRoutes = (path: string, found: Import): boolean =>
  /\/(?:routes|list)(?:-[^/]*)?\.ts$/.test(path) ||
  slicesOfRequests.test(path) ||
  ((path.startsWith('src/resources/records/') || path.includes('/list/')) && found.typeOnly);

interface PackageRule {
  where: string;
  allows(area: string, path: string): boolean;
}

const packageRules: Readonly<Record<string, PackageRule>> = {
  fastify: { where: 'http, app.ts and what starts them', allows: (area) => area === 'http' || area === 'shell' },
  '@commander-js/extra-typings': { where: 'commands and what starts them', allows: (area) => area === 'shell' },
  'better-sqlite3': { where: 'store', allows: (area) => area === 'store' },
  pino: { where: 'all but core, cache and store', allows: (area) => !['core', 'cache', 'store'].includes(area) },
  kysely: {
    where: 'store, resources/records, folders and files named list and files named repository*.ts',
    allows: (area, path) =>
      area === 'store' ||
      area === 'resources/records' ||
      (mayUseResources(area) && /\/(?:repository[^/]*|list)\.ts$|\/list\//.test(path)),
  },
};

function packageProblem(path: string, specifier: string): string | undefined {
  const name = Object.keys(packageRules).find((known) => specifier === known || specifier.startsWith(`${known}/`));
  const rule = name === undefined ? undefined : packageRules[name];
  return rule === undefined || rule.allows(areaOf(path), path) ? undefined : `only ${rule.where} may import ${name}`;
}

function checkModuleState({ path, text }: SourceFile): Violation[] {
  if (!path.startsWith('src/')) return [];
  const code = withoutComments(text);
  return [...code.matchAll(/^(?:export\s+)?(?:let|var)\s/gm)].map(({ index }) => ({
    path,
    line: lineAt(code, index),
    problem: 'no mutable state in a module: pass it as an argument',
  }));
}

function checkLength({ path, text }: SourceFile): Violation[] {
  const limit = isTest(path) ? testLines : behaviourLines;
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines <= limit) return [];
  return [{ path, line: limit + 1, problem: `${lines} lines, at most ${limit}: split it` }];
}
