// URLs of sitemaps of WordPress and of its plugins for search engines (D68), which crawlers and scripts keep.

const index = /^(?:wp-sitemap|sitemap_index)\.xml$/;
const part = /^(?:wp-sitemap-(?:posts|taxonomies)-(?<type>\w+)-|(?<plugin>\w+)-sitemap)(?<number>\d*)\.xml$/;

const sitemaps = new Map([
  ['tribe_events', '/sitemap-events.xml'],
  ['tribe_venue', '/sitemap-venues.xml'],
  ['tribe_organizer', '/sitemap-organizers.xml'],
  ['tribe_events_cat', '/sitemap-categories.xml'],
  ['post_tag', '/sitemap-tags.xml'],
]);

/** Path of our sitemap. Parts after the first are found in the index, as ours are split by ids. */
export function sitemapAt(file: string): string | undefined {
  if (index.test(file)) return '/sitemap.xml';
  const { type, plugin, number = '' } = part.exec(file)?.groups ?? {};
  const sitemap = sitemaps.get(type ?? plugin ?? '');
  return sitemap && Number(number) > 1 ? '/sitemap.xml' : sitemap;
}
