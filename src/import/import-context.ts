import type { ImportTask } from './import.ts';
import type { MergeContext } from './merge/context.ts';
import type { EventMerger } from './merge/events.ts';
import type { ImageFinder } from './merge/images.ts';
import type { NamedRelatedMerger } from './merge/named-linked.ts';
import type { TermMerger } from './merge/terms.ts';
import type { Survey } from './source/survey.ts';

/** What reading one file into records depends on, whatever its format. */
export interface ImportContext extends MergeContext {
  survey: Survey;
  task: ImportTask;
  terms: TermMerger;
  named: NamedRelatedMerger;
  events: EventMerger;
  images: ImageFinder;
}
