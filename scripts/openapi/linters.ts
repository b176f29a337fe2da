// Runs both linters with their bundled rules, without network access.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { runNode } from '../run-node.ts';

export interface LintResult {
  linter: string;
  file: string;
  /** Errors and warnings alike. */
  problems: readonly string[];
}

export async function lintWithSpectral(file: string, folder: string): Promise<LintResult> {
  const ruleset = join(folder, 'spectral.json');
  writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
  const args = ['lint', '--ruleset', ruleset, '--format', 'json', '--quiet', '--fail-severity', 'hint', file];
  const found = await run('@stoplight/spectral-cli', 'spectral', args);
  type Problem = { code: string; message: string; path: string[] };
  const problems = parse<Problem[]>(found).map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
  return { linter: 'Spectral', file: basename(file), problems };
}

/** The rule ignores types of placeholders: an id is a number, so `/events/by-slug/revisions` is not ambiguous. */
const numberOrWord = /`\/\w+\/by-[\w-]+\/\{\w+\}` and `\/\w+\/\{id\}\/\w+`/;

export async function lintWithRedocly(file: string, folder: string): Promise<LintResult> {
  const config = join(folder, 'redocly.yaml');
  writeFileSync(config, JSON.stringify({ extends: ['recommended'] }));
  const args = ['lint', '--config', config, '--format', 'json', '--max-problems', '1000', file];
  const found = await run('@redocly/cli', 'redocly', args);
  type Problem = { ruleId: string; message: string; location: { pointer?: string }[] };
  const problems = parse<{ problems: Problem[] }>(found)
    .problems.filter(({ ruleId, message }) => !(ruleId === 'no-ambiguous-paths' && numberOrWord.test(message)))
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
  return { linter: 'Redocly', file: basename(file), problems };
}

/** Returns the output of a package's program, whatever its exit code. */
async function run(packageName: string, program: string, args: readonly string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> };
  const path = join(dirname(manifest), typeof bin === 'string' ? bin : (bin[program] as string));
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
  const { output, errors } = await runNode([path, ...args], { env: { ...process.env, ...quiet } });
  if (output.trim() === '') throw new Error(`${program} printed nothing: ${errors}`);
  return output;
}

/** Parses the JSON of the output, which may have lines before and after it. */
function parse<T>(output: string): T {
  const start = output.search(/[[{]/);
  const end = Math.max(output.lastIndexOf(']'), output.lastIndexOf('}'));
  return JSON.parse(output.slice(start, end + 1)) as T;
}
