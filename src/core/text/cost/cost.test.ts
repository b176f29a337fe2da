import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { presentCost, readCost } from './cost.ts';

const options = { defaultSymbol: '$', defaultPosition: 'prefix' } as const;

describe('presentCost', () => {
  type Row = [stored: string, cost: string, symbol: string, position: string, values: string[]];
  test.each<Row>([
    ['', '', '', '', []],
    ['10', '$10', '', '', ['10']],
    ['12.50', '$12.50', '', '', ['12.50']],
    ['$10', '$10', '$', 'prefix', ['10']],
    ['20$', '20$', '$', 'postfix', ['20']],
    ['€15', '€15', '€', 'prefix', ['15']],
    ['15 €', '15€', '€', 'postfix', ['15']],
    ['10 EUR', '10EUR', 'EUR', 'postfix', ['10']],
    ['10 eur', '10eur', 'eur', 'postfix', ['10']],
    ['CHF 20.–', 'CHF20.–', 'CHF', 'prefix', ['20']],
    ['US$10', 'US$10', 'US$', 'prefix', ['10']],
    ['20 лв.', '20лв.', 'лв.', 'postfix', ['20']],
    ['１０００円', '1000円', '円', 'postfix', ['1000']],
    ['¥1000', '¥1000', '¥', 'prefix', ['1000']],
    ['1 000 Kč', '1 000Kč', 'Kč', 'postfix', ['1000']],
    ['20,50', '$20,50', '', '', ['20.50']],
    ['$1,234.50', '$1,234.50', '$', 'prefix', ['1234.50']],
    ['1.234,50 €', '1.234,50€', '€', 'postfix', ['1234.50']],
    ['1,234', '$1,234', '', '', ['1234']],
    ["1'234.50", "$1'234.50", '', '', ['1234.50']],
    ['1,234,-', '$1,234,-', '', '', ['1234']],
    ['.50', '$.50', '', '', ['0.50']],
    ['10-20', '$10 – $20', '', '', ['10', '20']],
    ['10 - 20', '$10 – $20', '', '', ['10', '20']],
    ['20 – 10', '$10 – $20', '', '', ['10', '20']],
    ['10-10', '$10', '', '', ['10']],
    ['$5-$15', '$5 – $15', '$', 'prefix', ['5', '15']],
    ['5-15 €', '5€ – 15€', '€', 'postfix', ['5', '15']],
    ['5, 12, 30', '$5 – $30', '', '', ['5', '12', '30']],
    ['5,12,30', '$5 – $30', '', '', ['5', '12', '30']],
    ['10,20,100', '$10 – $100', '', '', ['10', '20', '100']],
    ['₹1,00,000', '₹1,00,000', '₹', 'prefix', ['100000']],
    ['₹1,50,000 - ₹12,05,000', '₹1,50,000 – ₹12,05,000', '₹', 'prefix', ['150000', '1205000']],
    ['5,7.50,10', '$5 – $10', '', '', ['5', '7.50', '10']],
    ['5.50,7.50', '$5.50 – $7.50', '', '', ['5.50', '7.50']],
    ['€5,7.50', '€5 – €7.50', '€', 'prefix', ['5', '7.50']],
    ['10,20,30.5', '$10 – $30.5', '', '', ['10', '20', '30.5']],
    ['1,234,567.5', '$1,234,567.5', '', '', ['1234567.5']],
    ['1,00,000.50', '$1,00,000.50', '', '', ['100000.50']],
    ['1.234.567,89', '$1.234.567,89', '', '', ['1234567.89']],
    ['$10, $20', '$10 – $20', '$', 'prefix', ['10', '20']],
    ['$10,$20', '$10 – $20', '$', 'prefix', ['10', '20']],
    ['€10 €20', '€10 – €20', '€', 'prefix', ['10', '20']],
    ['0', 'Free', '', '', ['0']],
    ['$0', 'Free', '$', 'prefix', ['0']],
    ['0$, 20$, 30$', 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
    ['Free - $20', 'Free – $20', '$', 'prefix', ['0', '20']],
    ['Free', 'Free', '', '', ['free']],
    ['call us', 'call us', '', '', ['call-us']],
    ['???', '???', '', '', []],
    ['-5', '-$5', '', '', ['-5']],
    ['Kids $5, adults $10', 'Kids $5, adults $10', '$', 'prefix', ['5', '10']],
    ['2 for $5', '2 for $5', '$', 'prefix', ['5']],
    ['What you like ($5-20)', 'What you like ($5-20)', '$', 'prefix', ['5', '20']],
    ['Entry 5–10 €', 'Entry 5–10 €', '€', 'postfix', ['5', '10']],
    ['Day 2 - $15', 'Day 2 - $15', '$', 'prefix', ['15']],
    ['At 19-$5', 'At 19-$5', '$', 'prefix', ['5']],
    ['20+', '20+', '', '', ['20']],
    ['VIP 10', 'VIP 10', '', '', ['10']],
    ['$5, €10', '$5, €10', '', '', ['5', '10']],
    ['Tom & Co: $5 <b', 'Tom & Co: $5 <b', '$', 'prefix', ['5']],
  ])('The stored cost %j is shown as %j', (stored, cost, currency_symbol, currency_position, values) => {
    const details = { currency_symbol, currency_code: '', currency_position, values };
    expect(presentCost(stored, options)).toEqual({ cost, cost_details: details });
  });

  test('Numbers without a currency get the default symbol in its position', () => {
    const euro = { defaultSymbol: ' €', defaultPosition: 'postfix' } as const;
    expect(presentCost('10-20', euro).cost).toBe('10 € – 20 €');
    expect(presentCost('$10', euro).cost).toBe('$10');
  });

  test('Values are numbers in ascending order, each once', () => {
    const pieces = [
      '1',
      '5',
      '1,234',
      '.50',
      ',',
      ' ',
      '-',
      '–',
      '$',
      '€',
      'EUR',
      'free',
      'Kids',
      '20.–',
      "'",
      '000',
      '/',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (all) => {
        const { values } = presentCost(all.join(''), options).cost_details;
        const numbers = values.filter((value) => /^-?[\d.]+$/.test(value)).map(Number);
        expect(
          numbers.every((number, index) => Number.isFinite(number) && (index === 0 || number > numbers[index - 1]!)),
        ).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test('Reading a cost takes linear time', () => {
    const started = performance.now();
    for (const piece of ['1', '1 000', '1,', '$', '-', 'free ', '. ']) presentCost(piece.repeat(30_000), options);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

test.each<[unknown, string | undefined]>([
  ['<b>$5</b>  – x ', '$5 – x'],
  [20, '20'],
  [0, '0'],
  [12.5, '12.5'],
  [12.345, '12.3450'],
  [[1.125, '1.500'], '1.1250, 1.500'],
  [['0$', '20$', 30], '0$, 20$, 30'],
  [['', ' ', '5'], '5'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  [[], ''],
  [true, undefined],
  [{ a: 1 }, undefined],
  [[['5']], undefined],
  [[null], undefined],
  [Number.NaN, undefined],
])('readCost(%j)', (input, expected) => expect(readCost(input)).toBe(expected));
