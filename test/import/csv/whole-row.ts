// A spreadsheet with all columns of the export.
import { type CsvColumn, csvColumns } from '../../../src/resources/events/feeds/csv-columns.ts';
import { rows } from './rows.ts';

/** A value for each column of the export, different from the default if possible. */
export const values: Record<CsvColumn, string> = {
  id: '',
  external_id: 'crm-7',
  status: 'publish',
  title: 'Summer, fair',
  slug: 'summer-fair',
  description: '<p>One "quoted" line</p>\n<p>and another</p>',
  excerpt: '<p>Short</p>',
  start_date: '2027-06-01 10:00:00',
  end_date: '2027-06-01 12:00:00',
  timezone: 'Europe/Berlin',
  all_day: 'false',
  venue: 'Town Hall',
  venue_address: '1 Main Street',
  venue_city: 'Springfield',
  venue_state: 'IL',
  venue_zip: '62701',
  venue_country: 'United States',
  organizers: 'Ann; Ben',
  categories: 'Free; Music > Jazz',
  tags: '"quoted"; open air',
  cost: '10 €',
  website: 'https://fair.example/',
  // Images are fetched: test/import/site.
  image: '',
  featured: 'true',
  sticky: 'true',
  show_map: 'false',
  show_map_link: 'false',
  hide_from_listings: 'true',
  language: 'en',
  event_status: 'postponed',
  event_status_reason: 'Rain',
  attendance_mode: 'mixed',
  online_url: 'https://stream.example/',
};
const cellOf = (value: string) => `"${value.replaceAll('"', '""')}"`;
export const whole = rows(csvColumns.join(','), csvColumns.map((name) => cellOf(values[name])).join(','));
