import { describe, expect, test } from 'vitest';
import { checkLayers } from './rules.ts';

const problemsOf = (path: string, text: string) =>
  checkLayers([{ path, text }]).map(({ line, problem }) => `${line} ${problem}`);

describe('violations', () => {
  const cases: [name: string, path: string, text: string, problem: RegExp][] = [
    ['core imports http', 'src/core/a.ts', `import { b } from '../http/b.ts';`, /^1 core may not import http/],
    [
      'core imports a type of store',
      'src/core/x/a.ts',
      `import type { B } from '../../store/b.ts';`,
      /core may not import store/,
    ],
    ['core imports a database', 'src/core/a.ts', `import { sql } from 'kysely';`, /may import kysely/],
    ['store imports http', 'src/store/a.ts', `import { b } from '../http/b.ts';`, /store may not import http/],
    [
      'store imports a resource',
      'src/store/a.ts',
      `import { b } from '../resources/events/types.ts';`,
      /store may not import/,
    ],
    ['http imports store', 'src/http/a.ts', `import { b } from '../store/b.ts';`, /http may not import store/],
    ['http imports app', 'src/http/a.ts', `import type { B } from '../app.ts';`, /http may not import shell/],
    [
      'a lazy import',
      'src/http/a.ts',
      `const b = 1;\nconst c = () => import('../store/b.ts');`,
      /^2 http may not import store/,
    ],
    ['http imports media', 'src/http/a.ts', `import { b } from '../media/b.ts';`, /http may not import media/],
    [
      'an import over several lines',
      'src/http/a.ts',
      `// first\n\nimport {\n  b,\n  c,\n} from '../store/b.ts';`,
      /^3 http may not import store/,
    ],
    ['a re-export', 'src/core/a.ts', `export { b } from '../store/b.ts';`, /core may not import store/],
    [
      "another resource's repository",
      'src/resources/tags/a.ts',
      `import { b } from '../events/repository.ts';`,
      /entry files \(service\.ts, types\.ts\) only/,
    ],
    [
      'a file named as an entry',
      'src/demo/a.ts',
      `import { b } from '../resources/events/cache/save.ts';`,
      /entry files/,
    ],
    [
      'an inside of a slice that others build on',
      'src/resources/events/a.ts',
      `import { b } from '../terms/name-order.ts';`,
      /entry files/,
    ],
    [
      "a resource's inside from a feature",
      'src/demo/fill.ts',
      `import { b } from '../resources/events/repository.ts';`,
      /entry files \(service\.ts, types\.ts\) only/,
    ],
    [
      'values of app.ts in a feature',
      'src/demo/fill.ts',
      `import { buildApp } from '../app.ts';`,
      /demo may not import shell/,
    ],
    ['kysely in a service', 'src/resources/events/service.ts', `import { sql } from 'kysely';`, /may import kysely/],
    ['kysely in filters', 'src/resources/media/filters.ts', `import { sql } from 'kysely';`, /may import kysely/],
    ['a log in core', 'src/core/a.ts', `import pino from 'pino';`, /may import pino/],
    [
      'the terminal outside of commands',
      'src/http/a.ts',
      `import { C } from '@commander-js/extra-typings';`,
      /commands/,
    ],
    ['kysely in http', 'src/http/repository.ts', `import { sql } from 'kysely';`, /may import kysely/],
    [
      'fastify in a resource',
      'src/resources/events/routes.ts',
      `import type { F } from 'fastify';`,
      /may import fastify/,
    ],
    ['the engine outside store', 'src/commands/a.ts', `import B from 'better-sqlite3';`, /only store may import/],
    [
      'route helpers in a service',
      'src/resources/events/service.ts',
      `import type { Reply } from '../../http/route.ts';`,
      /http\/route\.ts/,
    ],
    ['a module variable', 'src/core/a.ts', `let count = 0;`, /no mutable state/],
    ['a long file', 'src/core/a.ts', 'const a = 1;\n'.repeat(301), /^301 301 lines, at most 300/],
    ['a long test', 'src/core/a.test.ts', 'const a = 1;\n'.repeat(401), /401 lines, at most 400/],
  ];
  test.each(cases)('%s', (_, path, text, problem) => {
    expect(problemsOf(path, text)).toEqual([expect.stringMatching(problem)]);
  });
});

describe('allowed imports', () => {
  const cases: [name: string, path: string, text: string][] = [
    ['core imports core', 'src/core/dates/a.ts', `import { b } from '../text/b.ts';`],
    ['a resource imports below it', 'src/resources/tags/service.ts', `import type { S } from '../../store/store.ts';`],
    ["another resource's service", 'src/resources/events/service.ts', `import { a } from '../venues/service.ts';`],
    ['a resource uses media', 'src/resources/media/service.ts', `import { a } from '../../media/ingest.ts';`],
    ['a shared slice', 'src/resources/tags/routes.ts', `import { a } from '../terms/repository.ts';`],
    ['kysely in a list', 'src/resources/events/list/filters.ts', `import { sql } from 'kysely';`],
    ["kysely in a feature's repository", 'src/import/repository.ts', `import { sql } from 'kysely';`],
    ['kysely in records', 'src/resources/records/search.ts', `import { sql } from 'kysely';`],
    ['the shell imports anything', 'src/commands/a.ts', `import { a } from '../resources/events/repository.ts';`],
    ['a test imports anything', 'src/core/a.test.ts', `import { openSqlite } from '../store/sqlite/store.ts';`],
    [
      'an import in a comment',
      'src/core/a.ts',
      `/** like import('../http/a.ts') */\n// import { b } from '../http/b.ts';`,
    ],
    ['the version', 'src/resources/site/doc.ts', `import p from '../../../package.json' with { type: 'json' };`],
    ['300 lines', 'src/core/a.ts', 'const a = 1;\n'.repeat(300)],
  ];
  test.each(cases)('%s', (_, path, text) => {
    expect(problemsOf(path, text)).toEqual([]);
  });
});
