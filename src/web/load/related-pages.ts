// Pages of venues, organizers, categories and tags: what they are, their upcoming events and their latest past ones.
import { html } from 'ghtml';
import { type Language, languages } from '../../core/languages.ts';
import { htmlToText, toSafeHtml } from '../../core/text/html/html.ts';
import { inOneLine } from '../../resources/terms/types.ts';
import { descriptionOf } from '../views/description.ts';
import type { ListSettings } from '../views/list.ts';
import { notFoundView, notPublicView } from '../views/notes.ts';
import { datedLink } from '../views/parts.ts';
import { pictureOf } from '../views/picture.ts';
import { addressLines, directions, hostOf, mapLink } from '../views/place.ts';
import type { Alternates, View, ViewContext } from '../views/view.ts';
import type { Query } from './api-client.ts';
import type { OrganizerJson, TermJson, VenueJson } from './api-types.ts';
import { datesOf, past, showList } from './list-pages.ts';

export async function relatedPage(
  scope: ViewContext,
  kind: 'venue' | 'organizer',
  slug: string,
): Promise<View | string> {
  const { calendar, links, texts, maps } = scope;
  const { status, body } = await calendar.get<VenueJson & OrganizerJson>(
    `/${kind}s/by-slug/${encodeURIComponent(slug)}`,
  );
  if (status !== 200) return status === 403 ? notPublicView(scope) : notFoundView(scope);
  const alternates = await alternatesOf(scope, `/${kind}s/${body.id}`, body);
  const picture = await pictureOf(body.image, scope, 288);
  const view = await showRelated(scope, {
    heading: kind === 'venue' ? body.venue : body.organizer,
    language: body.language,
    subtitle: body.city || texts.text(kind),
    intro: introOf(body, picture.figure, scope),
    preview: picture.preview,
    description: htmlToText(body.description ?? ''),
    // That of a record that is not published is `/?p=5`.
    path: `/${kind}/${body.slug}/`,
    query: { [kind]: String(body.id) },
    current: 'list',
    decided: { [kind]: String(body.id) },
    alternates,
    canonical: canonicalOf(scope, body, alternates),
  });
  const hasMap = mapLink(body, scope) !== '';
  return maps && hasMap ? { ...view, scripts: maps.script(links, texts), hasMap } : view;
}

/** Contact details, picture and description of a venue or organizer. */
function introOf(body: VenueJson & OrganizerJson, figure: string, scope: ViewContext): string {
  const website = body.website ? html`<a href="${body.website}" rel="noopener">${hostOf(body.website)}</a>` : '';
  const links = [directions(body, scope), phoneLink(body.phone), emailLink(body.email), website].filter(Boolean);
  const lines = [...addressLines(body).map((line) => html`${line}`), links.join(' · '), mapLink(body, scope)];
  const present = lines.filter((line) => line !== '');
  const contact = present.length === 0 ? '' : html`<address>!${present.join('<br>')}</address>`;
  return html`<div class="intro">!${contact}!${figure}!${descriptionOf(body, scope)}</div>`;
}

/** A link only if the text has one number: it may have two, or words alone. `+49 (0) 30` is dialled without `(0)`. */
function phoneLink(phone = ''): string {
  const [number = '', ...others] = phone.match(/\+?[\d(][\d\s()./-]{4,}\d/g) ?? [];
  const isOne = number !== '' && others.length === 0;
  const dialled = number.replace(/^(\+[\d\s]+)\(0\)/, '$1').replace(/[^+\d]/g, '');
  return isOne ? html`<a href="tel:${dialled}">${phone}</a>` : html`${phone}`;
}

/** Characters that would end the address are encoded (RFC 6068). */
const emailLink = (address = ''): string =>
  address && html`<a href="mailto:${address.replace(/[%&?#]/g, encodeURIComponent)}">${address}</a>`;

/** `slugs` are those of a category and its ancestors. Redirects if the path is that of another parent. */
export async function termPage(
  scope: ViewContext,
  kind: 'categories' | 'tags',
  slugs: readonly string[],
): Promise<View | string> {
  const { calendar, links, texts } = scope;
  const { body } = await calendar.get<{ categories?: TermJson[]; tags?: TermJson[] }>(`/${kind}`, {
    slug: slugs.at(-1),
    hide_empty: 'false',
  });
  const [term] = body[kind] ?? [];
  if (!term) return notFoundView(scope);
  const path = `/${kind === 'tags' ? 'tag' : 'category'}/${slugs.join('/')}/`;
  if (!decodeURIComponent(new URL(term.url).pathname).endsWith(path)) return links.local(term.url);
  const paragraphs = { ...term, description: inOneLine(toSafeHtml(term.description)) };
  const intro = term.description ? html`<div class="intro">!${descriptionOf(paragraphs, scope)}</div>` : '';
  const alternates = await alternatesOf(scope, `/${kind}/${term.id}`, term);
  const parent = term.parent ? (await calendar.get<TermJson>(`/categories/${term.parent}`)).body.name : undefined;
  return showRelated(scope, {
    heading: term.name,
    language: term.language,
    subtitle: parent ?? texts.text(kind === 'tags' ? 'tag' : 'category'),
    intro,
    description: htmlToText(term.description),
    path: links.local(term.url).slice(links.page('/').length - 1),
    query: { [kind]: term.slug },
    current: 'list',
    decided: { [kind === 'tags' ? 'tag' : 'category']: term.slug },
    alternates,
    canonical: canonicalOf(scope, term, alternates),
  });
}

/** Upcoming events of a venue, organizer or term, then its latest past ones. */
async function showRelated(scope: ViewContext, { query, ...settings }: ListSettings & { query: Query }): Promise<View> {
  const { calendar, texts, today, pageNumber } = scope;
  const view = await showList(scope, {
    ...settings,
    hasFeeds: true,
    query: { ...datesOf(scope), ...query },
  });
  if (pageNumber > 1 || view.status !== undefined) return view;
  const latest = await calendar.events({ ...query, ...past(today), per_page: '5' });
  if (latest.events.length === 0) return view;
  const items = latest.events.map((event) => html`<li>!${datedLink(event, scope)}</li>`);
  return {
    ...view,
    main: `${view.main}${html`<h2>${texts.text('pastEvents')}</h2><ul class="plain past">!${items}</ul>`}`,
  };
}

export async function alternatesOf(
  { calendar, links, texts, defaultLanguage, password }: ViewContext,
  path: string,
  { url, translations }: { url: string; translations: readonly Language[] },
): Promise<Alternates> {
  const byLanguage: Alternates['byLanguage'] = {};
  for (const language of languages.filter((code) => translations.includes(code))) {
    const query = { i18n_language: language, _fields: 'url', password };
    const inLanguage = language === texts.language ? url : (await calendar.get<{ url: string }>(path, query)).body.url;
    byLanguage[language] = links.local(inLanguage);
  }
  const inOriginal = async () => {
    const query = { i18n_language: defaultLanguage, _fields: 'language', password };
    return byLanguage[(await calendar.get<{ language: Language }>(path, query)).body.language];
  };
  return { byLanguage, xDefault: byLanguage[defaultLanguage] ?? (await inOriginal()) };
}

/** A page without texts in its language shows those of the original, and is a copy of that page for search engines. */
export const canonicalOf = (
  { links, texts }: ViewContext,
  { url, language }: { url: string; language: Language },
  { byLanguage }: Alternates,
): string => byLanguage[texts.language] ?? byLanguage[language] ?? links.local(url);
