import { describe, expect, it, test } from 'vitest';
import { languages } from '../languages.ts';
import { english, type MessageKey } from './english.ts';
import { catalogues, translate } from './translate.ts';

const keys = Object.keys(english) as MessageKey[];
const others = languages.filter((language) => language !== 'en');

/** Texts that a language rightly has in common with English, as `language key`. */
const sameAsEnglish: ReadonlySet<string> = new Set<`${(typeof others)[number]} ${MessageKey}`>();

const placeholders = (text: string) => [...new Set(text.match(/\{\w*\}/g))].sort();

/** What a caller types or reads as it stands: parameters, values, headers, examples. */
const literal =
  /\b[a-z]+_[a-z_]+\b|\b(?:true|false|distance|price|currency|force=true)\b|https?:\/\/|\b\d[\d:.-]*|UTC\+5:30|\b[A-Z]{3,}\b|Europe\/Paris|Idempotency-Key/g;

describe.each(others)('the messages in %s', (language) => {
  const catalogue = catalogues[language];

  it('have every key and no other', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  it.each(keys)('%s is translated', (key) => {
    const text = catalogue[key];
    expect(text.trim()).not.toBe('');
    expect(text).toBe(text.trim());
    if (!sameAsEnglish.has(`${language} ${key}`)) expect(text).not.toBe(english[key]);
  });

  it.each(keys)('%s keeps what is not language', (key) => {
    const text = catalogue[key];
    expect(placeholders(text)).toEqual(placeholders(english[key]));
    for (const kept of english[key].match(literal) ?? []) expect(text).toContain(kept);
  });
});

test('French sets no-break spaces before a colon and a semicolon', () => {
  for (const text of Object.values(catalogues.fr)) expect(text).not.toMatch(/ [:;?!]/);
});

describe('translate', () => {
  it('fills in what the message is about', () => {
    expect(translate('en', 'integer_range', { min: 1, max: 50 })).toBe('must be a whole number from 1 to 50');
    expect(translate('de', 'integer_range', { min: 1, max: 50 })).toBe('muss eine ganze Zahl von 1 bis 50 sein');
    expect(translate('ja', 'text_too_long', { max: 200 })).toBe('200 文字以内で指定してください');
  });

  it('leaves nothing where an argument is missing', () => {
    expect(translate('es', 'one_of')).toBe('debe ser uno de estos valores: ');
  });
});
