import type { ImageFinder } from './images.ts';
import type { MergeContext } from './merge-context.ts';
import type { EventMerger } from './merge-events.ts';
import type { RelatedByName } from './related-by-name.ts';
import type { Prescan } from './source/prescan.ts';
import type { TermsByName } from './terms-by-name.ts';

/** What importing a calendar file or spreadsheet depends on. */
export interface ImportContext<P extends Prescan = Prescan> extends MergeContext {
  prescan: P;
  terms: TermsByName;
  named: RelatedByName;
  events: EventMerger;
  images: ImageFinder;
}
