// Texts of images, and other files of the same image, which a site lists apart from its records. All of it is optional.
import { readFile } from 'node:fs/promises';
import { imageUrl } from '../../core/images.ts';
import { chunksOf } from '../../resources/records/rows/rows.ts';
import type { DiskMap } from '../../store/sqlite/scratch.ts';
import { downloadLists } from '../fetch/download.ts';
import { plainOf } from '../rest/record.ts';
import type { PagePrescan } from '../source/prescan.ts';
import { idOf, isRecord, membersOf, textOf } from '../values.ts';
import { mediaList } from './lists.ts';
import type { ApiRun } from './run.ts';
import { listOf, perPage } from './wordpress.ts';

export interface ImageDetails {
  texts: { title: string; altText: string };
  /** The uploaded file that the listed one was scaled from. */
  original?: string | undefined;
  /** Largest first, for images that exceed the limits here. */
  smaller?: readonly string[];
}

/** By the URLs of images. */
export async function readImageDetails(run: ApiRun, prescans: readonly PagePrescan[]): Promise<DiskMap<ImageDetails>> {
  const details = run.scratch.createMap<ImageDetails>();
  if (!run.site.isKalends) await readFromWordPress(run, prescans, details);
  else if (prescans.length > 0) await readFromKalends(run, details);
  return details;
}

async function readFromKalends({ site, get }: ApiRun, details: DiskMap<ImageDetails>): Promise<void> {
  const lists = await downloadLists([mediaList(site)], get);
  for (const { path } of lists.flatMap(({ pages }) => pages)) {
    const reply: unknown = JSON.parse(await readFile(path, 'utf8'));
    const { media } = membersOf(reply);
    for (const one of Array.isArray(media) ? media.filter(isRecord) : [])
      details.set(textOf(one['url']), { texts: { title: textOf(one['title']), altText: textOf(one['alt_text']) } });
  }
}

async function readFromWordPress(
  run: ApiRun,
  prescans: readonly PagePrescan[],
  details: DiskMap<ImageDetails>,
): Promise<void> {
  const urls = run.scratch.createMap<string>();
  for (const prescan of prescans)
    for (const { id, url } of run.scan.imagesOn(prescan)) if (id !== undefined) urls.set(String(id), url);
  for (const some of chunksOf(urls, perPage)) {
    const include = some.map(([id]) => id).join(',');
    for await (const one of listOf('media', { include, _fields: 'id,title,alt_text,media_details' }, run)) {
      const url = urls.get(String(idOf(one['id'])));
      const title = membersOf(one['title'])['rendered'] ?? one['title'];
      if (url !== undefined)
        details.set(url, {
          texts: { title: plainOf(title, one), altText: plainOf(one['alt_text'], one) },
          ...otherFiles(url, one['media_details']),
        });
    }
  }
}

/** WordPress lists a large image scaled to 2560 pixels, and keeps the uploaded file next to it. */
function otherFiles(url: string, details: unknown): Pick<ImageDetails, 'original' | 'smaller'> {
  const { original_image: original, sizes } = membersOf(details);
  const large = ['2048x2048', '1536x1536'].map((name) => membersOf(membersOf(sizes)[name])['file']);
  const siblingOf = (file: unknown) =>
    /^[^/\\]+$/.test(textOf(file)) ? imageUrl(new URL(encodeURI(textOf(file)), url).href) : undefined;
  return { original: siblingOf(original), smaller: large.flatMap((file) => siblingOf(file) ?? []) };
}
