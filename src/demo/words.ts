import type { DemoTemplate } from './templates-table.ts';
import { currencies, type DemoVenue } from './venues-table.ts';

export interface Names {
  theme: string;
  venue: string;
  city: string;
  organizer: string;
}

export const fillIn = (text: string, names: Names): string =>
  text.replace(/\{(theme|venue|city|organizer)\}/g, (_, name: keyof Names) => fillInTheme(names[name], names));

/** Themes may name the city. */
const fillInTheme = (text: string, { city }: Names): string => text.replaceAll('{city}', city);

/** As the interface stores HTML: paragraphs, with a line between. */
export const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n');

export const firstSentence = (text: string): string => /^.*?[.?!](?= |$)/.exec(text)?.[0] ?? text;

/** In the money of the place; `''` is not said. */
/** In the money of the place. */
export function amounts(price: number | readonly [number, number], { currency }: DemoVenue): number[] {
  const { rate, step } = currencies[currency];
  return (typeof price === 'number' ? [price] : price).map((euros) => rounded(euros * rate, step));
}

/** In the money of the place; `''` is not said. */
export function priceText(price: DemoTemplate['price'], venue: DemoVenue): string {
  if (price === undefined) return '';
  const { write } = currencies[venue.currency];
  return amounts(price, venue)
    .map((amount) => (amount === 0 ? 'Free' : write(amount)))
    .join(' – ');
}

/** As prices are made: the higher, the rounder. Nothing stays nothing. */
function rounded(amount: number, step: number): number {
  const unit = amount >= 100 * step ? 10 * step : amount >= 40 * step ? 5 * step : step;
  return amount === 0 ? 0 : Math.max(unit, Math.round(amount / unit) * unit);
}
