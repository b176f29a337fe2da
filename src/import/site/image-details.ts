// Texts of images, and other files of the same image, which a site lists apart from its records. All of it is optional.
import { imageUrl } from '../../core/images.ts';
import { type Language, parseLanguage } from '../../core/languages.ts';
import type { NewMedium } from '../../resources/media/library.ts';
import { chunksOf } from '../../resources/records/rows/rows.ts';
import type { DiskMap } from '../../store/sqlite/scratch.ts';
import { type Collection, readList } from '../fetch/download.ts';
import { plainOf } from '../rest/record.ts';
import type { PagePrescan } from '../source/prescan.ts';
import { idOf, membersOf, textOf } from '../values.ts';
import { inLanguage, mediaList } from './lists.ts';
import type { ApiRun } from './run.ts';
import { perPage, wordPressList } from './wordpress.ts';

export interface ImageDetails {
  texts: { title: string; altText: string };
  /** Language of the texts; undefined if the site does not tell. */
  language?: Language | undefined;
  /** In other languages. */
  translations?: readonly Translation[];
  /** The uploaded file that the listed one was scaled from. */
  original?: string | undefined;
  /** Largest first, for images that exceed the limits here. */
  smaller?: readonly string[];
}

type Translation = NewMedium['texts'][number];

/** By the URLs of images. */
export async function readImageDetails(run: ApiRun, prescans: readonly PagePrescan[]): Promise<DiskMap<ImageDetails>> {
  const details = run.scratch.createMap<ImageDetails>();
  if (!run.site.isKalends) await readFromWordPress(run, prescans, details);
  else if (prescans.length > 0) await readFromKalends(run, details);
  return details;
}

async function readFromKalends(run: ApiRun, details: DiskMap<ImageDetails>): Promise<void> {
  const others = new Set<Language>();
  for await (const { url, language, translations, ...texts } of mediaOf(run, mediaList(run.site))) {
    details.set(url, { texts, language });
    for (const other of translations) if (other !== language) others.add(other);
  }
  for (const other of others) {
    const list = inLanguage(mediaList(run.site), other);
    for await (const { url, language, translations, ...shown } of mediaOf(run, list)) {
      const known = details.get(url);
      if (!known || known.language === other || !translations.includes(other)) continue;
      // What is not translated is shown in the original language.
      const title = language === other ? shown.title : '';
      const description = title !== '' && shown.altText === known.texts.altText ? '' : shown.altText;
      // A list that changes while it is read may have an image twice.
      const before = known.translations?.filter((one) => one.language !== other) ?? [];
      details.set(url, { ...known, translations: [...before, { language: other, title, description }] });
    }
  }
}

async function* mediaOf({ get }: ApiRun, list: Collection) {
  for await (const one of readList(list, get)) {
    const translations = Array.isArray(one['translations']) ? one['translations'] : [];
    yield {
      url: textOf(one['url']),
      title: textOf(one['title']),
      altText: textOf(one['alt_text']),
      language: parseLanguage(textOf(one['language'])),
      translations: translations.flatMap((code) => parseLanguage(textOf(code)) ?? []),
    };
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
    const list = wordPressList('media', { include, _fields: 'id,title,alt_text,media_details' }, run);
    for await (const one of readList(list, run.get)) {
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
