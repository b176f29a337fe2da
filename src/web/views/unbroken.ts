import { html } from 'ghtml';

/** After a weekday, before a weekday that comes last, and before a time. */
const between = /(?<=^\D\S*) |(?<=\d日)(?=\p{L})|(?<!à) (?=(?:à )?\d+(?::\d|\s?h))/gu;

/** A date as HTML: lines break only between its weekday, its day and its time. */
export const unbroken = (date: string): string =>
  html`<span class="unbroken">!${html`${date}`.replace(between, '</span>$&<span class="unbroken">')}</span>`;
