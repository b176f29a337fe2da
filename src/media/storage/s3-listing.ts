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
  return text === undefined ? undefined : decodeEntities(text);
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi,
    (_, hex?: string, decimal?: string, name?: string) =>
      name === undefined
        ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : (entities[name.toLowerCase()] as string),
  );
