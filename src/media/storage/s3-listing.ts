import { decodeXML } from 'entities';
import type { StoredFile } from './storage.ts';

export interface Listing {
  files: StoredFile[];
  /** Continuation token, if there is another page. */
  next: string | undefined;
}

/** Parses the parts of a ListObjectsV2 response that are needed here, in any order. */
export function readListing(xml: string): Listing {
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, contents]) => ({
    key: member(contents as string, 'Key') ?? '',
    size: Number(member(contents as string, 'Size') ?? 0),
    modifiedAt: Math.floor(Date.parse(member(contents as string, 'LastModified') ?? '') / 1000),
  }));
  const isCut = member(xml, 'IsTruncated') === 'true';
  return { files, next: isCut ? member(xml, 'NextContinuationToken') : undefined };
}

const member = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : decodeXML(text);
};
