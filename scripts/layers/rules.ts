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

/** The files of a slice that other slices and features may import; for others its service and types. */
const entryFiles: Readonly<Record<string, RegExp>> = {
  events: /\/(?:service|types|save|fields\/table|feeds\/csv-columns)\.ts$/,
  media: /\/(?:service|types|list|library|present|refusals|repository|routes|schemas|table)\.ts$/,
  // Shared by all records as a whole.
  records: /\.ts$/,
  related: /\/(?:service|types|save|duplicates|json-ld|patch|present|repository|repository-events|schemas|table)\.ts$/,
  terms:
    /\/(?:service|types|save|list|present|references|repository|repository-events|repository-keys|schemas|table)\.ts$/,
  upsert: /\/(?:service|types|repository)\.ts$/,
  users: /\/(?:service|attempts|repository|secrets)\.ts$/,
  webhooks: /\/(?:service|types|present|repository)\.ts$/,
};
const usualEntryFiles = /\/(?:service|types)\.ts$/;
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
  if ((entryFiles[resource] ?? usualEntryFiles).test(target)) return undefined;
  return `another resource is used through its entry files (service.ts, types.ts) only, not through ${target}`;
}

const mayKnowRoutes = (path: string, found: Import): boolean =>
  /\/(?:routes|list)(?:-[^/]*)?\.ts$/.test(path) ||
  slicesOfRequests.test(path) ||
  ((path.startsWith('src/resources/records/') || path.includes('/list/')) && found.typeOnly);

const impurePackages = ['fastify', 'kysely', 'better-sqlite3', 'pino', '@commander-js/extra-typings'];

function packageProblem(path: string, specifier: string): string | undefined {
  const name = specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : (specifier.split('/')[0] as string);
  const area = areaOf(path);
  if (area === 'core' && impurePackages.includes(name)) return `core is pure: it may not import ${name}`;
  if (name === 'fastify' && area !== 'http' && area !== 'shell')
    return 'only http, app.ts and what starts them may import fastify';
  if (name === 'better-sqlite3' && area !== 'store') return 'only store may import better-sqlite3';
  if (name === 'kysely' && !mayKnowKysely(path, area)) {
    return 'only store, resources/records, folders and files named list and files named repository*.ts or filters*.ts may import kysely';
  }
  return undefined;
}

const mayKnowKysely = (path: string, area: string): boolean =>
  area === 'store' ||
  area === 'resources/records' ||
  (mayUseResources(area) && (/\/(?:repository|filters)[^/]*\.ts$/.test(path) || /\/list[/.]/.test(path)));

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
