import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { catalogues, type MessageKey, translate } from './messages.ts';

const keys = Object.keys(catalogues.en) as MessageKey[];
const others = languages.filter((language) => language !== 'en');

const placeholders = (text: string) => [...new Set(text.match(/\{\w*\}/g))].sort();

/** Parts that are not language: parameters, values, headers, examples. */
const literal =
  /\b[a-z]+_[a-z_]+\b|\b(?:true|false|distance|price|currency|force=true)\b|https?:\/\/|\b\d[\d:.-]*|UTC\+5:30|\b(?!URL\b)[A-Z]{3,}\b|Europe\/Paris|Idempotency-Key/g;

test.each(others)('Every message is translated to %s with its placeholders and literals', (language) => {
  const catalogue = catalogues[language];
  expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  for (const key of keys) {
    const [text, english] = [catalogue[key], catalogues.en[key]];
    expect(text.trim(), key).toBe(text);
    expect([text, english], key).not.toContain('');
    expect(text, key).not.toBe(english);
    expect(placeholders(text), key).toEqual(placeholders(english));
    for (const part of english.match(literal) ?? []) expect(text, key).toContain(part);
  }
});

test('French messages have no-break spaces before colons and within quotation marks', () => {
  for (const text of Object.values(catalogues.fr)) expect(text).not.toMatch(/ [:;?!»]|« /);
});

describe('translate', () => {
  test('The placeholders of a message are replaced', () => {
    expect(translate('en', 'integer_range', { min: 1, max: 50 })).toBe('must be an integer from 1 to 50');
    expect(translate('de', 'integer_range', { min: 1, max: 50 })).toBe('muss eine ganze Zahl von 1 bis 50 sein');
    expect(translate('ja', 'text_too_long', { max: 200 })).toBe('200 文字以内で指定してください');
  });

  test('A placeholder without an argument is left empty', () => {
    expect(translate('es', 'one_of')).toBe('debe ser uno de estos valores: ');
  });
});
