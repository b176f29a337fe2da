// commands.test.ts runs the examples.
import { expect, test } from 'vitest';
import { documentation, isShell, otherLanguages } from './documentation.ts';

/** Not typed by a reader. */
const data = ['', 'text', 'json', 'http', 'csv', 'yaml', 'ini', 'nginx', 'caddy', 'html', 'css', 'diff'];

test('Every block of the documentation is run, or is in a language that is not run', () => {
  const unknown = documentation().flatMap(({ page, blocks }) =>
    blocks
      .filter((block) => !isShell(block) && !(block.language in otherLanguages) && !data.includes(block.language))
      .map(({ line, language }) => `${page}:${line} ${language}`),
  );
  // A block of `text` would be the output of the previous command; one without a language is neither.
  expect(unknown).toEqual([]);
});
