// Where the generated venues are, the most frequent cities first.
import type { Language } from '../../src/core/languages.ts';

export interface City {
  name: string;
  country: string;
  region: string;
  timezone: string;
  language: Language;
  lat: number;
  lng: number;
  /** A sign before the amount, or after it. */
  price: (amount: number) => string;
  currency: string;
}

const dollars = { price: (amount: number) => `$${amount}`, currency: 'USD' };
const euros = { price: (amount: number) => `${amount} €`, currency: 'EUR' };

type Row = [name: string, region: string, timezone: string, lat: number, lng: number];

const of = (
  country: string,
  language: Language,
  money: Pick<City, 'price' | 'currency'>,
  rows: readonly Row[],
): City[] =>
  rows.map(([name, region, timezone, lat, lng]) => ({ name, country, region, timezone, language, lat, lng, ...money }));

/** In the order of their size in the calendar. */
export const cities: readonly City[] = [
  ...of('United States', 'en', dollars, [
    ['New York', 'New York', 'America/New_York', 40.71, -74.01],
    ['Chicago', 'Illinois', 'America/Chicago', 41.88, -87.63],
    ['Boston', 'Massachusetts', 'America/New_York', 42.36, -71.06],
    ['Los Angeles', 'California', 'America/Los_Angeles', 34.05, -118.24],
  ]),
  ...of('France', 'fr', euros, [
    ['Paris', 'Île-de-France', 'Europe/Paris', 48.86, 2.35],
    ['Lyon', 'Rhône', 'Europe/Paris', 45.76, 4.84],
  ]),
  ...of('Germany', 'de', euros, [
    ['Berlin', 'Berlin', 'Europe/Berlin', 52.52, 13.4],
    ['München', 'Bayern', 'Europe/Berlin', 48.14, 11.58],
    ['Hamburg', 'Hamburg', 'Europe/Berlin', 53.55, 9.99],
  ]),
  ...of('United Kingdom', 'en', { price: (amount) => `£${amount}`, currency: 'GBP' }, [
    ['London', 'England', 'Europe/London', 51.51, -0.13],
    ['Edinburgh', 'Scotland', 'Europe/London', 55.95, -3.19],
  ]),
  ...of('Spain', 'es', euros, [
    ['Madrid', 'Madrid', 'Europe/Madrid', 40.42, -3.7],
    ['Sevilla', 'Andalucía', 'Europe/Madrid', 37.39, -5.98],
  ]),
  ...of('Japan', 'ja', { price: (amount) => `¥${amount * 100}`, currency: 'JPY' }, [
    ['Tokyo', 'Tokyo', 'Asia/Tokyo', 35.68, 139.69],
    ['Kyoto', 'Kyoto', 'Asia/Tokyo', 35.01, 135.77],
  ]),
  ...of('Brazil', 'pt-br', { price: (amount) => `R$${amount * 5}`, currency: 'BRL' }, [
    ['São Paulo', 'São Paulo', 'America/Sao_Paulo', -23.55, -46.63],
    ['Recife', 'Pernambuco', 'America/Recife', -8.05, -34.9],
  ]),
  ...of('Bulgaria', 'bg', euros, [['София', 'София', 'Europe/Sofia', 42.7, 23.32]]),
  ...of('China', 'zh-hans', { price: (amount) => `¥${amount * 8}`, currency: 'CNY' }, [
    ['上海', '上海', 'Asia/Shanghai', 31.23, 121.47],
  ]),
  ...of('India', 'en', { price: (amount) => `₹${amount * 80}`, currency: 'INR' }, [
    ['Mumbai', 'Maharashtra', 'Asia/Kolkata', 19.08, 72.88],
  ]),
  ...of('Australia', 'en', dollars, [
    ['Melbourne', 'Victoria', 'Australia/Melbourne', -37.81, 144.96],
    ['Hobart', 'Tasmania', 'Australia/Hobart', -42.88, 147.33],
  ]),
  ...of('Mexico', 'es', { price: (amount) => `$${amount * 20}`, currency: 'MXN' }, [
    ['Ciudad de México', 'CDMX', 'America/Mexico_City', 19.43, -99.13],
  ]),
  ...of('United States', 'en', dollars, [
    ['Albany', 'New York', 'America/New_York', 42.65, -73.75],
    ['Santa Fe', 'New Mexico', 'America/Denver', 35.69, -105.94],
  ]),
];
