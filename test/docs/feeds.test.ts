import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { feedFormats } from '../../src/resources/events/feeds/formats.ts';

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

test.each(feedFormats)('docs/feeds.md and docs/api.md name /events.$extension', ({ extension, mediaType }) => {
  const row = page('feeds.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`/events.${extension}\` |`));
  expect(row).toContain(`| \`${mediaType}\` |`);
  expect(page('api.md')).toMatch(new RegExp(`\`(?:/events)?\\.${extension.replaceAll('.', '\\.')}\``));
});
