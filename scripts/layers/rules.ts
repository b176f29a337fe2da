// The layers of the project: what may import what, and the habits that no linter knows. Pure, over file texts.
import { posix } from 'node:path';
import { circles } from './circles.ts';
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

/** The files by which other slices and features use a slice, where those are more than its service and types. */
const entryFiles: Readonly<Record<string, RegExp>> = {
  events: /\/(?:service|types|save|fields\/table|feeds\/csv-columns)\.ts$/,
  media: /\/(?:service|types|save|filters|library|present|refusals|repository|routes|schemas|table)\.ts$/,
  // What all records share has no insides.
  records: /\.ts$/,
  related: /\/(?:service|types|save|duplicates|json-ld|patch|present|repository|repository-events|schemas|table)\.ts$/,
  terms:
    /\/(?:service|types|save|filters|present|references|repository|repository-events|repository-keys|repository-tree|schemas|table)\.ts$/,
  upsert: /\/(?:service|types|repository)\.ts$/,
  users: /\/(?:service|attempts|repository|secrets)\.ts$/,
  webhooks: /\/(?:service|types|present|repository|reply-schemas)\.ts$/,
};
const usualEntryFiles = /\/(?:service|types)\.ts$/;
/** Files that must not import each other in a circle. */
const withoutCircles = /^src\/(?!.*\.test\.ts$)/;
/** Slices that are about requests themselves, and so know routes in every file. */
const slicesOfRequests = /^src\/resources\/(?:site|batch)\//;
const behaviourLines = 300;
const testLines = 400;
/** Tables of data, which may be as long as the data are. */
const dataTables = [/^src\/demo\/.*-table\.ts$/];

export const checkLayers = (files: readonly SourceFile[]): Violation[] => [
  ...files.flatMap((file) => [...checkImports(file), ...checkHabits(file)]),
  ...circles(files.filter(({ path }) => withoutCircles.test(path))),
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

/** `core`, `http`, `store`, `resources/events`, another folder with a feature, or `shell`: what puts it all together. */
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
    return "only a resource's routes.ts or list.ts knows http/route.ts: a use case takes values and returns values";
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

function packageProblem(path: string, specifier: string): string | undefined {
  const name = specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : (specifier.split('/')[0] as string);
  const area = areaOf(path);
  if (area === 'core' && ['fastify', 'kysely', 'better-sqlite3', 'pino', 'commander'].includes(name)) {
    return `core is pure: it may not import ${name}`;
  }
  if (name === 'fastify' && area !== 'http' && area !== 'shell')
    return 'only http, app.ts and what starts them know fastify';
  if (name === 'better-sqlite3' && area !== 'store') return 'only store knows better-sqlite3';
  if (name === 'kysely' && !mayKnowKysely(path, area)) {
    return 'only store, resources/records, folders named list and files named repository*.ts or filters*.ts know kysely';
  }
  return undefined;
}

const mayKnowKysely = (path: string, area: string): boolean =>
  area === 'store' ||
  area === 'resources/records' ||
  (mayUseResources(area) && (/\/(?:repository|filters)[^/]*\.ts$/.test(path) || path.includes('/list/')));

function checkHabits(file: SourceFile): Violation[] {
  const code = withoutComments(file.text);
  const at = (pattern: RegExp, problem: string): Violation[] =>
    [...code.matchAll(pattern)].map((match) => ({ path: file.path, line: lineAt(code, match.index), problem }));
  return [
    ...at(/^export\s+default\b|^export\s*\{[^}]*\bas\s+default\b/gm, 'no default exports: a thing has one name'),
    ...at(/^export\s+\*/gm, 'no barrels: import from the file that has it'),
    ...(/(?:^|\/)index\.ts$/.test(file.path)
      ? at(/^export\s[^;'"]*?\bfrom\s*['"]/gm, 'no barrels: import from the file that has it')
      : []),
    ...(file.path.startsWith('src/')
      ? at(/^(?:export\s+)?(?:let|var)\s/gm, 'no mutable state in a module: pass it as an argument')
      : []),
    ...checkLength(file),
  ];
}

function checkLength({ path, text }: SourceFile): Violation[] {
  const limit = isTest(path) ? testLines : behaviourLines;
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines <= limit || dataTables.some((table) => table.test(path))) return [];
  return [{ path, line: limit + 1, problem: `${lines} lines, at most ${limit}: split it` }];
}
