// npm run openapi: lints the OpenAPI documents of a new calendar with the recommended rules of Spectral and Redocly.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintWithRedocly, lintWithSpectral } from './openapi/linters.ts';
import { environmentWithoutSettings, startService } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'kalends-openapi-'));
try {
  const files = await writeDocuments();
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

/** Writes the OpenAPI document of each namespace of a new calendar; returns the paths of the files. */
async function writeDocuments(): Promise<string[]> {
  const service = await startService(['--data', join(folder, 'data')], environmentWithoutSettings());
  try {
    const written: string[] = [];
    for (const namespace of ['calendar/events/v1', 'wp/v2']) {
      const reply = await fetch(`${service.origin}/wp-json/${namespace}/doc`);
      if (reply.status !== 200) throw new Error(`the document of ${namespace} returned ${reply.status}`);
      const file = join(folder, `${namespace.split('/')[0]}.json`);
      writeFileSync(file, JSON.stringify(await reply.json(), null, 2));
      written.push(file);
    }
    return written;
  } finally {
    await service.stop();
  }
}
