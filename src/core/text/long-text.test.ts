// Texts that are made to be slow to read: each would take half a minute if it cost more than its length.
import { expect, test } from 'vitest';
import { toSafeHtml } from './html.ts';
import { toPlainText } from './plain-text.ts';
import { stripTags } from './strip-tags.ts';

const length = 120_000;
const filled = (piece: string): string => piece.repeat(length / piece.length);

/** Far more than any of these takes, and far less than one that is read over and over. */
const enough = 10_000;

test.each(['<b x', '<b x="', '<i ', '</u y'])(
  'of many tags that share one end, each is read once: %s',
  { timeout: enough },
  (piece) => {
    const text = `${filled(piece)}>`;
    expect(stripTags(text).length).toBeLessThanOrEqual(text.length);
    expect(toPlainText(text).length).toBeLessThanOrEqual(text.length);
    expect(toSafeHtml(text)).not.toContain('<b x');
  },
);
