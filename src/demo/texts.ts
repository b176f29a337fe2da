// Texts and prices of sample events.
import type { LanguageTexts } from '../resources/records/texts/texts.ts';
import { type DemoTemplate, type DemoVenue, templateTranslations } from './data.ts';

/** Values of the placeholders of a template. */
export interface Names {
  theme: string;
  venue: string;
  city: string;
  organizer: string;
}

/** Themes may name the city themselves. */
export const fillIn = (text: string, names: Names): string =>
  text.replace(/\{(theme|venue|city|organizer)\}/g, (_, name: keyof Names) =>
    names[name].replaceAll('{city}', names.city),
  );

/** HTML as it is stored: paragraphs separated by a line break. */
export const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n');

export const firstSentence = (text: string): string => /^.*?[.?!](?= |$)/.exec(text)?.[0] ?? text;

/** Websites are not translated: they fall back to the original. */
export function translationsOf(template: DemoTemplate, names: Names): Omit<LanguageTexts, 'slug'>[] {
  const themeIndex = template.themes.indexOf(names.theme);
  return Object.entries(templateTranslations).flatMap(([language, translations]) => {
    const translation = translations[template.title];
    const theme = translation?.themes[themeIndex];
    if (!translation || theme === undefined) return [];
    const [lead = '', closing = ''] = translation.paragraphs.map((text) => fillIn(text, { ...names, theme }));
    return {
      language,
      title: fillIn(translation.title, { ...names, theme }),
      description: paragraphs([lead, closing]),
      excerpt: paragraphs([firstSentence(lead)]),
      website: '',
    };
  });
}

interface Currency {
  write: (amount: number) => string;
  /** Roughly the price of one euro. */
  rate: number;
  /** Prices are multiples of this. */
  step: number;
}

const currencies: Readonly<Record<string, Currency>> = {
  EUR: { write: (amount) => `€${amount}`, rate: 1, step: 1 },
  GBP: { write: (amount) => `£${amount}`, rate: 0.9, step: 1 },
  USD: { write: (amount) => `$${amount}`, rate: 1.2, step: 1 },
  BRL: { write: (amount) => `R$${amount}`, rate: 6, step: 5 },
  JPY: { write: (amount) => `¥${amount}`, rate: 160, step: 100 },
  INR: { write: (amount) => `₹${amount}`, rate: 90, step: 50 },
  KES: { write: (amount) => `KES ${amount}`, rate: 150, step: 50 },
};

function currencyOf({ currency }: DemoVenue): Currency {
  const known = currencies[currency];
  if (!known) throw new Error(`The demo has no currency "${currency}"`);
  return known;
}

/** In the venue's currency. */
export function amounts(price: number | readonly number[], venue: DemoVenue): number[] {
  const { rate, step } = currencyOf(venue);
  return [price].flat().map((euros) => rounded(euros * rate, step));
}

/** In the venue's currency; empty without a price. */
export function priceText(price: DemoTemplate['price'], venue: DemoVenue): string {
  if (price === undefined) return '';
  return amounts(price, venue)
    .map((amount) => (amount === 0 ? 'Free' : currencyOf(venue).write(amount)))
    .join(' – ');
}

/** Higher prices are rounder. */
function rounded(amount: number, step: number): number {
  const unit = amount >= 100 * step ? 10 * step : amount >= 40 * step ? 5 * step : step;
  return amount === 0 ? 0 : Math.max(unit, Math.round(amount / unit) * unit);
}
