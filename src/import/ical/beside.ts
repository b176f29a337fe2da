// An event of a calendar file beside the one that is here: what the file does not tell stays as it is.
import { escapeText, unescapeText } from '../../core/ical/content-line.ts';
import { foldText } from '../../core/text/fold.ts';
import { htmlToText, toSafeHtml } from '../../core/text/html.ts';
import { escapeUri } from '../../core/uri.ts';
import type { EventTimes } from '../../resources/records/event-times.ts';
import type { StoredEvent } from '../../resources/upsert/types.ts';
import type { EventsTable, RelatedKind, Taxonomy } from '../../store/schema.ts';
import type { ReadyEvent } from '../merge/events.ts';

export interface Told {
  /** `plain` tells the words, not the markup. */
  description: 'not' | 'plain' | 'html';
  website: boolean;
  zone: boolean;
  cost: boolean;
  class: boolean;
  links: Readonly<Record<RelatedKind, boolean>>;
  categories: boolean;
  /** Its place in listings. */
  hidden: boolean;
}

export interface BesideOptions {
  taxonomyOf(termId: number): Taxonomy | undefined;
  /** Whether a name that was taken for the first may mean the second: of records, of terms. */
  isNamesake(id: number, other: number): boolean;
  isTermNamesake(id: number, other: number): boolean;
}

export function beside(
  ready: ReadyEvent,
  told: Told,
  stored: StoredEvent,
  { taxonomyOf, isNamesake, isTermNamesake }: BesideOptions,
): ReadyEvent {
  const { event } = ready;
  const { description, excerpt, website, status, slug } = stored.event;
  const here = stored.event;
  // What is told may be what readers of another language are shown.
  const shownAs = (name: 'description' | 'website') =>
    [stored.event, ...stored.translations.filter((texts) => texts[name] !== '')].map((texts) => texts[name]);
  const isSameText =
    told.description === 'not' ||
    shownAs('description').some((text) =>
      told.description === 'plain'
        ? words(event.texts.description) === words(text)
        : event.texts.description === asCarried(text),
    );
  // The address of the event's own page is what calendars write where there is no other.
  const page = event.texts.website.replace(/\/$/, '');
  const isOwnPage =
    [stored.event, ...stored.translations].some((texts) => texts.slug !== '' && page.endsWith(`/${texts.slug}`)) ||
    page.endsWith(`/?p=${here.id}`);
  // Calendar files have room for ASCII only; `ü` comes back as `%C3%BC`.
  const toldWebsite = escapeUri(event.texts.website);
  const isSameWebsite = isOwnPage || shownAs('website').some((text) => escapeUri(text) === toldWebsite);
  const isTranslatedTitle = stored.translations.some((texts) => texts.title === event.texts.title);
  const { cost, show_map, show_map_link, hide_from_listings, sticky, featured } = here;
  const kept = { cost: told.cost ? event.columns.cost : cost, show_map, show_map_link, sticky, featured };
  const isWithheld = ['draft', 'pending'].includes(status) || (status === 'private' && !told.class);
  return {
    ...ready,
    event: {
      ...event,
      status: isWithheld && event.status !== 'trash' ? status : event.status,
      // Decided when it was made, whatever later files say.
      publishedAt: here.published_at,
      // Of what is from here the parent is known by no external id.
      parentKey: here.external_id === null ? undefined : event.parentKey,
      texts: {
        title: isTranslatedTitle ? here.title : event.texts.title,
        description: isSameText ? description : event.texts.description,
        excerpt,
        website: told.website && !isSameWebsite ? event.texts.website : website,
      },
      slug: slug.replace(/__trashed(?:-\d+)?$/, ''),
      columns: {
        ...event.columns,
        ...kept,
        ...(told.hidden ? {} : { hide_from_listings }),
        ...(isSameTime(event.columns, here, told.zone) || isMaskedTime(event.columns, here) ? whenIn(here) : {}),
      },
    },
    links: { venue: linksOf('venue'), organizer: linksOf('organizer') },
    terms: termsOf(),
  };

  /** Calendar files have room for one of several. */
  function linksOf(kind: RelatedKind): number[] {
    const isRelated = (id: number) => stored.links[kind].some((other) => isNamesake(id, other));
    const isHere = ready.links[kind].length > 0 && ready.links[kind].every(isRelated);
    return told.links[kind] && !isHere ? ready.links[kind] : stored.links[kind];
  }

  /** Tags are only added: what a file calls categories need not name them. */
  function termsOf(): ReadyEvent['terms'] {
    const known = Map.groupBy(stored.termIds, (id) => taxonomyOf(id));
    const categories = known.get('category') ?? [];
    const tags = known.get('tag') ?? [];
    if (!told.categories) return { category: categories, tag: tags };
    const meant = (ids: readonly number[]) => [
      ...new Set(
        ids.flatMap((id) => {
          const here = stored.termIds.filter((other) => isTermNamesake(id, other));
          return here.length > 0 ? here : [id];
        }),
      ),
    ];
    return {
      category: ready.terms.category.length > 0 ? meant(ready.terms.category) : categories,
      tag: [...new Set([...tags, ...meant(ready.terms.tag)])],
    };
  }
}

/** Without the tabs and controls that lines of calendar files do not have. */
const asCarried = (html: string): string => {
  const carried = unescapeText(escapeText(html));
  return carried === html ? html : toSafeHtml(carried);
};

const words = (html: string): string => foldText(htmlToText(html)).replace(/\s+/g, ' ').trim();

const whenIn = ({ start_wall, end_wall, timezone, start_utc, end_utc, all_day }: EventTimes): EventTimes => ({
  start_wall,
  end_wall,
  timezone,
  start_utc,
  end_utc,
  all_day,
});

/** Of a protected event strangers are not told that it lasts all day. */
const isMaskedTime = (told: EventTimes, here: EventsTable): boolean =>
  here.password_hash !== null &&
  here.all_day === 1 &&
  told.all_day === 0 &&
  told.start_utc === here.start_utc &&
  told.end_utc === here.end_utc;

/** Days and times in UTC tell no zone: the one that the event has here may be more exact. */
function isSameTime(told: EventTimes, here: EventTimes, isZoneGiven: boolean): boolean {
  if (isZoneGiven || told.all_day !== here.all_day) return false;
  return told.all_day === 1
    ? told.start_wall === here.start_wall && told.end_wall === here.end_wall
    : told.start_utc === here.start_utc && told.end_utc === here.end_utc;
}
