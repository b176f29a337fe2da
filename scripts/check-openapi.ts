// npm run openapi: lints the OpenAPI documents of a new calendar with the recommended rules of Spectral and Redocly.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDocuments } from './openapi/documents.ts';
import { lintWithRedocly, lintWithSpectral } from './openapi/linters.ts';

const folder = mkdtempSync(join(tmpdir(), 'kalends-openapi-'));
try {
  const files = await writeDocuments(folder);
  const results = await Promise.all(
    files.flatMap((file) => [lintWithSpectral(file, folder), lintWithRedocly(file, folder)]),
  );
  for (const { linter, file, problems } of results) {
    console.log(
      `${linter.padEnd(9)} ${file.padEnd(14)} ${problems.length === 0 ? 'fine' : `${problems.length} problems`}`,
    );
    for (const problem of problems) console.log(`    ${problem}`);
  }
  process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
