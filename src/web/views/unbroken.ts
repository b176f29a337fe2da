import { html } from 'ghtml';

/** After a weekday, before a weekday that comes last, and before a time. */
const between = /(?<=^\D\S*) |(?<=\d日)(?=\p{L})|(?<!à) (?=(?:à )?\d+(?::\d|\s?h))/gu;

/** After the dash of a range. A thin space stays with the dash, as it could fill a line of its own. */
const joint = /(?<=–) |(?<=–\u2009|[～至])/gu;

const split = (text: string, places: RegExp): string =>
  html`<span class="unbroken">!${html`${text}`.replace(places, '</span>$&<span class="unbroken">')}</span>`;

/** A date as HTML: lines break only between its weekday, its day and its time. */
export const unbroken = (date: string): string => split(date, between);

/** A range of days as HTML: lines break only between the days. */
export const unbrokenRange = (days: string): string => split(days, joint);
