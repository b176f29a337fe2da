// Runs every command and example of the documentation like a reader: in a folder with the package installed, or in a
// checkout if the page says so. `notRun` lists those that cannot run here, each with the reason.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, commandsOf, matchesOutput, shellProblems } from './blocks.ts';
import { documentation, isShell, otherLanguages } from './documentation.ts';
import { type Installation, makeInstallation, passwordIn } from './installation.ts';
import { notRun } from './not-run.ts';
import type { CommandResult, Terminal } from './terminal.ts';

const clientReadme = 'packages/client/README.md';

function commandsIn(page: string, block: Block): string[] {
  if (isShell(block)) return commandsOf(block.text);
  // packages/client/test/package.test.ts compiles and runs these.
  if (page === clientReadme) return [];
  const example = otherLanguages[block.language];
  return example ? [example(block.text)] : [];
}

interface Example extends Block {
  where: string;
  commands: readonly string[];
}

const pages = documentation()
  .map(({ page, blocks }) => ({
    page,
    examples: blocks
      .map((block): Example => ({ ...block, where: `${page}:${block.line}`, commands: commandsIn(page, block) }))
      .filter(({ commands }) => commands.length > 0),
  }))
  .filter(({ examples }) => examples.length > 0);

const reasonAgainst = (command: string) => notRun.find(({ part }) => command.includes(part));

let installation: Installation;
beforeAll(async () => {
  installation = await makeInstallation();
}, 120_000);
afterAll(() => installation.remove());

const ours = /https:\/\/(?:calendar\.example|events\.example\.org)|https:\/\/your\.host|http:\/\/127\.0\.0\.1:3000/g;

/** Replaces host names and secrets of the documentation by those of the test. */
function asHere(text: string, { port }: Terminal, password: string): string {
  const { site, postgres } = installation;
  return (
    text
      .replaceAll(ours, `http://127.0.0.1:${port}`)
      .replaceAll(/https:\/\/(?:old-site|town)\.example/g, site.origin)
      .replaceAll('db.example:5432', new URL(postgres.url).host)
      .replaceAll('?sslmode=verify-full', '')
      // The server of the tests has a superuser of that name.
      .replaceAll(/(role |owner |postgres:\/\/)kalends/g, '$1town')
      .replaceAll('abcd efgh ijkl mnop qrst uvwx', 'abcd efgh')
      .replaceAll(/APPLICATION[ _]PASSWORD|PASSWORD(?=['"])/g, password)
  );
}

async function started(terminal: Terminal): Promise<void> {
  const { code, output } = await terminal.serve('kalends serve');
  if (code !== 0) throw new Error(`The service does not start: ${output}`);
}

async function follow(examples: readonly Example[], terminal: Terminal): Promise<void> {
  let password = installation.password;
  const type = async (text: string): Promise<CommandResult> => {
    const command = asHere(text, terminal, password);
    const isService = /^[^#]*(?:kalends serve(?!.*--help)|npm start)/m.test(command);
    if (!isService && !terminal.isServing() && text.search(ours) >= 0) await started(terminal);
    const ended = await (isService ? terminal.serve(command) : terminal.run(command));
    password = passwordIn(ended.output) ?? password;
    return ended;
  };
  for (const { where, commands, output: shown } of examples) {
    let output = '';
    // Of curl for a refused request, with `fail-with-body`, of which it also writes a line.
    const code = shown?.startsWith('{"code":') ? 22 : 0;
    for (const text of commands.filter((command) => !reasonAgainst(command))) {
      const ended = await type(text);
      expect(ended.code, `${where}: ${text}${ended.output}`).toBe(code);
      output += ended.output.replace(/^curl: \(22\).*\n/m, '');
    }
    if (shown === undefined) continue;
    const expected = asHere(shown, terminal, password);
    if (!matchesOutput(output, expected)) expect(output, where).toBe(expected);
  }
}

const canRun = ({ commands }: Example) => commands.some((command) => !reasonAgainst(command));

describe.concurrent('Examples of the documentation', () => {
  test.each(pages.filter(({ examples }) => examples.some(canRun)))('$page', { timeout: 120_000 }, async (page) => {
    const terminal = await installation.terminalFor(page.page, page.examples);
    try {
      await follow(page.examples, terminal);
    } finally {
      await terminal.close();
    }
  });
});

test.each(notRun)('The documentation still shows "$part", which is not run, and its syntax is right', ({ part }) => {
  const commands = pages.flatMap(({ examples }) => examples.flatMap((example) => example.commands));
  const some = commands.filter((command) => reasonAgainst(command)?.part === part);
  expect(some).not.toEqual([]);
  expect(some.map(shellProblems).join('')).toBe('');
});
