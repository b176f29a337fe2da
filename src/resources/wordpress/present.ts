// Images, tags and users in the formats of WordPress. `rendered` is HTML, all other texts are as stored.
import type { Zones } from '../../core/dates/zones.ts';
import type { ImageFile, ImageSizes } from '../../core/images.ts';
import { type Caller, mayCreate, mayEditOthers, mayPublish, mayUpload, mayWriteTerms } from '../../core/roles.ts';
import { escapeHtml } from '../../core/text/html/escape-html.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Links } from '../../http/links.ts';
import { fileUrl } from '../media/present.ts';
import type { Medium } from '../media/types.ts';
import type { Term } from '../terms/types.ts';
import type { User } from '../users/repository.ts';

interface PresentContext {
  links: Links;
  zones: Zones;
  siteZone: string;
  /** Includes the fields of `context=edit`. */
  edit: boolean;
}

export const linksTo = (links: Links, collection: string, id: unknown) => ({
  self: [{ href: links.record(`${collection}/${id}`) }],
  collection: [{ href: links.rest(collection) }],
});

const rendered = (text: string, edit: boolean) => ({ ...(edit ? { raw: text } : {}), rendered: escapeHtml(text) });

/** `2027-05-10T14:30:00`, the WordPress time format. */
export const time = (wall: string): string => wall.replace(' ', 'T');

export function presentMedium(medium: Medium, { links, zones, siteZone, edit }: PresentContext) {
  const address = fileUrl(medium, medium.filename, links);
  const at = (seconds: number) => time(zones.toWall(seconds, siteZone));
  const atUtc = (seconds: number) => time(zones.toWall(seconds, 'UTC'));
  return {
    id: medium.id,
    date: at(medium.published_at),
    date_gmt: atUtc(medium.published_at),
    guid: rendered(address, edit),
    modified: at(medium.modified_at),
    modified_gmt: atUtc(medium.modified_at),
    slug: slugify(medium.title) || String(medium.id),
    status: 'inherit',
    type: 'attachment',
    link: address,
    title: rendered(medium.title, edit),
    author: medium.author_id,
    description: rendered('', edit),
    caption: rendered('', edit),
    alt_text: medium.alt_text,
    media_type: 'image',
    mime_type: medium.mime_type,
    media_details: {
      width: medium.width,
      height: medium.height,
      file: `${medium.storage_key}/${medium.filename}`,
      filesize: medium.filesize,
      sizes: presentSizes(medium, links),
    },
    post: null,
    source_url: address,
    _links: linksTo(links, '/media', medium.id),
  };
}

/** WordPress clients expect the original among the sizes, as `full`. */
function presentSizes(medium: Medium, links: Links): Record<string, unknown> {
  const { filename: file, width, height, mime_type: mimeType, filesize } = medium;
  const all: Record<string, ImageFile> = {
    ...(JSON.parse(medium.sizes) as ImageSizes),
    full: { file, width, height, mimeType, filesize },
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, size]) => [
      name,
      {
        file: size.file,
        width: size.width,
        height: size.height,
        filesize: size.filesize,
        mime_type: size.mimeType,
        source_url: fileUrl(medium, size.file, links),
      },
    ]),
  );
}

export const presentTag = (term: Term, links: Links) => ({
  id: term.id,
  count: Math.max(0, term.count),
  description: term.description,
  link: links.page(`/tag/${term.slug}/`),
  name: term.name,
  slug: term.slug,
  taxonomy: 'post_tag',
  meta: [],
  _links: linksTo(links, '/tags', term.id),
});

/** The caller's own account; other accounts are never returned. */
export function presentMe(user: User, caller: Caller, { links, zones, edit }: PresentContext) {
  const slug = slugify(user.login) || String(user.id);
  const editFields = {
    username: user.login,
    first_name: '',
    last_name: '',
    email: user.email ?? '',
    nickname: user.name,
    registered_date: `${time(zones.toWall(user.created_at, 'UTC'))}+00:00`,
    roles: [user.role],
    // Includes write rights, although this is a read.
    capabilities: capabilitiesOf({ ...caller, scopes: caller.key?.scopes }),
  };
  return {
    id: user.id,
    name: user.name,
    url: '',
    description: '',
    link: links.page(`/author/${slug}/`),
    slug,
    avatar_urls: {},
    meta: [],
    ...(edit ? editFields : {}),
    _links: { self: [{ href: links.rest('/users/me') }] },
  };
}

/** Clients check these before they offer an action. As in WordPress, only granted capabilities are listed. */
function capabilitiesOf(caller: Caller): Record<string, true> {
  const allowed: readonly (readonly [name: string, allowed: boolean])[] = [
    ['read', true],
    ['edit_posts', mayCreate(caller)],
    ['edit_tribe_events', mayCreate(caller)],
    ['publish_posts', mayPublish(caller)],
    ['publish_tribe_events', mayPublish(caller)],
    ['upload_files', mayUpload(caller)],
    ['edit_others_posts', mayEditOthers(caller)],
    ['edit_others_tribe_events', mayEditOthers(caller)],
    ['manage_categories', mayWriteTerms(caller, 'tag')],
    [caller.role, true],
  ];
  return Object.fromEntries(allowed.flatMap(([name, isAllowed]) => (isAllowed ? [[name, true]] : [])));
}
