import { expect, test } from 'vitest';
import { dateChangelog, notesOf, replaceVersion } from './changelog.ts';

const changelog = '# Changelog\n\n## [Unreleased]\n\n- New.\n- Better.\n\n## [0.1.0]\n\nThe first.\n';

test('A release moves the unreleased changes into its section', () => {
  const dated = dateChangelog(changelog, '0.2.0', '2027-01-31');
  expect(dated).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-31\n\n- New.\n- Better.\n\n## [0.1.0]\n\nThe first.\n',
  );
  expect(notesOf(dated, '0.2.0')).toBe('- New.\n- Better.\n');
  expect(notesOf(dated, '0.1.0')).toBe('The first.\n');
  expect(() => dateChangelog(dated, '0.3.0', '2027-02-01')).toThrow('has no changes under [Unreleased]');
});

test('A release updates the names of its files in pages, but not the history of versions', () => {
  const page =
    'npm install ./kalends-0.1.0.tgz, kalends_0.1.0_amd64.deb, `npm run release -- --build 0.1.0`; since 0.1.0';
  expect(replaceVersion(page, '0.1.0', '0.2.0')).toBe(
    'npm install ./kalends-0.2.0.tgz, kalends_0.2.0_amd64.deb, `npm run release -- --build 0.2.0`; since 0.1.0',
  );
});
