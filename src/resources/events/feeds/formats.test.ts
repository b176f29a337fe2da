import { expect, test } from 'vitest';
import { isWorthCompressing } from '../../../http/response/content-coding.ts';
import { feedFormats } from './formats.ts';

test.each(feedFormats)('Files of the media type $mediaType are compressed', ({ mediaType }) => {
  expect(isWorthCompressing(100_000, { 'content-type': mediaType })).toBe(true);
});
