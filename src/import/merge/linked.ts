// Venues and organizers of a source become records here.

import { relatedKinds } from '../../resources/related/types.ts';
import { relatedByKey } from '../../resources/upsert/repository.ts';
import type { RelatedKind } from '../../store/schema.ts';
import { readRelated, relatedKey } from '../rest/linked.ts';
import { labelOf } from '../rest/texts.ts';
import { type PageContext, Unusable } from '../rest/types.ts';
import { idOf, isBare, plainOf, type RawRecord } from '../rest/values.ts';
import { createNotes, keptReason, type MergeContext, memoryKey, otherLanguage } from './context.ts';

export interface RelatedMerger {
  /** The id of the record here; undefined for what cannot be taken over. */
  resolve(raw: RawRecord, kind: RelatedKind, page: PageContext, source: string): Promise<number | undefined>;
}

export function createRelatedMerger(context: MergeContext): RelatedMerger {
  const { db, upsert, reporter, memory } = context;
  const resolved = memory.met;

  async function merge(
    raw: RawRecord,
    kind: RelatedKind,
    page: PageContext,
    source: string,
  ): Promise<number | undefined> {
    const { plural } = relatedKinds[kind];
    const subject = { source, record: labelOf(kind, idOf(raw['id']), plainOf(raw[kind], raw)) };
    try {
      const notes = createNotes(reporter, subject);
      const wanted = readRelated(raw, kind, page, notes.add);
      const { id, decision, isNewerHere, isOtherLanguage } = await upsert.related(wanted);
      if (isOtherLanguage) notes.add(otherLanguage, wanted.language);
      if (isNewerHere) memory.changedHere.add(memoryKey(kind, wanted.key));
      if (decision === 'created' || decision === 'updated') notes.tell();
      if (decision === 'kept') reporter.skip(plural, subject, keptReason);
      else reporter.count(plural, decision as 'created' | 'updated' | 'unchanged');
      return id;
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      reporter.skip(plural, subject, error.message, error.detail);
      return undefined;
    }
  }

  return {
    async resolve(raw, kind, page, source) {
      const key = relatedKey(raw, kind, page);
      const memo = memoryKey(kind, key);
      if (!resolved.has(memo)) {
        resolved.set(
          memo,
          isBare(raw) ? (await relatedByKey(db, kind, key))?.id : await merge(raw, kind, page, source),
        );
      }
      return resolved.get(memo);
    },
  };
}
