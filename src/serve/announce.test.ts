import { expect, test } from 'vitest';
import { createJsonAnnouncer, createTextAnnouncer, reachableOrigins } from './announce.ts';

const listening = { address: '127.0.0.1', port: 3000, pid: 7 };

test('Announcements for programs are one JSON object per line', () => {
  const lines: string[] = [];
  const announcer = createJsonAnnouncer(
    (line) => lines.push(line),
    () => '2027-03-01T12:00:00.000Z',
  );
  announcer.firstAdministrator('admin', 'abcd');
  announcer.listening(listening);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'first-administrator', login: 'admin', application_password: 'abcd' },
    { event: 'listening', port: 3000, address: '127.0.0.1', pid: 7, urls: ['http://127.0.0.1:3000'] },
  ]);
});

test('Announcements for people show the password in groups and URLs to open', () => {
  const lines: string[] = [];
  const announcer = createTextAnnouncer((line) => lines.push(line), { siteUrl: 'https://events.example.org' });
  announcer.firstAdministrator('admin', 'abcdEFGH1234');
  announcer.listening(listening);
  const said = lines.join('\n');
  for (const text of [
    'admin',
    'abcd EFGH 1234',
    'port 3000',
    'http://127.0.0.1:3000/',
    'https://events.example.org/',
  ]) {
    expect(said).toContain(text);
  }
});

test('A service on an unspecified address is reached through localhost and every interface', () => {
  const network = (address: string, internal: boolean) => [
    { address, internal, family: 'IPv4' as const, netmask: '', mac: '', cidr: null },
  ];
  const interfaces = { lo: network('127.0.0.1', true), eth0: network('192.0.2.7', false) };
  expect(reachableOrigins({ address: '0.0.0.0', port: 80 }, interfaces)).toEqual([
    'http://localhost:80',
    'http://192.0.2.7:80',
  ]);
  expect(reachableOrigins({ address: '::1', port: 80 }, interfaces)).toEqual(['http://[::1]:80']);
});
