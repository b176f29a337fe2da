// Images that calendar files and spreadsheets refer to, by URL.
import type { Problem } from '../core/api-error.ts';
import { imageUrl } from '../core/images.ts';
import { translate } from '../core/messages/messages.ts';
import type { Caller } from '../core/roles.ts';
import { imageIdOf } from '../resources/media/library.ts';
import type { MergeContext } from './merge/context.ts';
import type { Note } from './report.ts';
import type { ImportTask } from './types.ts';

export const maxImagesOfFile = 2000;

/** Owner of imported images. */
export const ownerOf = (authorOf: ImportTask['authorOf']): Caller => ({
  userId: authorOf(''),
  role: 'administrator',
  login: '',
});

export type ImageFinder = ReturnType<typeof createImageFinder>;

export function createImageFinder({ db, authorOf, language, now, fetchedImages: fetched, state }: MergeContext) {
  const resolved = new Map<string, number | Problem>();
  const scope = { caller: ownerOf(authorOf), language, now, highestRequestedId: state.maxRecordId };
  return {
    /** The id of the image; undefined, and reported, if it could not be fetched. */
    async find(reference: string | undefined, note: Note): Promise<number | undefined> {
      if (reference === undefined) return undefined;
      if (/^\d{1,15}$/.test(reference)) {
        const known = await imageIdOf(db, Number(reference), scope);
        if (typeof known === 'number') return known;
        note('refers to an image that does not exist here; imported without it', reference);
        return undefined;
      }
      const url = imageUrl(reference);
      if (url === undefined) {
        note('has an image that is neither an id nor a web URL; imported without it', reference);
        return undefined;
      }
      const found = resolved.get(url) ?? (await imageIdOf(db, url, { ...scope, images: fetched }));
      resolved.set(url, found);
      if (typeof found === 'number') return found;
      if (fetched === undefined) note('has an image, which is not fetched in this run', url);
      else note('has an image that could not be fetched', `${url}: ${translate('en', found.key, found.args)}`);
      return undefined;
    },
  };
}
