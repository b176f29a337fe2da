import type { ImageFinder } from './images.ts';
import type { RelatedByName, TermsByName } from './merge/by-name.ts';
import type { MergeContext } from './merge/context.ts';
import type { Prescan } from './source/prescan.ts';

/** What importing a calendar file or spreadsheet depends on. */
export interface ImportContext<P extends Prescan = Prescan> extends MergeContext {
  prescan: P;
  terms: TermsByName;
  named: RelatedByName;
  images: ImageFinder;
}
