import { expect, test } from 'vitest';
import { connectionConfig, serverUrls, targetOf } from './connection.ts';
import { problemOf } from './problems.ts';

test.each<[text: string, urls: string[]]>([
  ['postgres://db.example/calendar', ['postgres://db.example/calendar']],
  [
    'postgresql://u:a%2Cb,c@a:5432,b:5433/calendar?sslmode=require',
    [
      'postgresql://u:a%2Cb,c@a:5432/calendar?sslmode=require',
      'postgresql://u:a%2Cb,c@b:5433/calendar?sslmode=require',
    ],
  ],
  ['postgres://a,[::1]:5433/c', ['postgres://a/c', 'postgres://[::1]:5433/c']],
  ['postgres://a,b/c?target_session_attrs=read-write', ['postgres://a/c', 'postgres://b/c']],
  [
    'postgres://a,b/c?target_session_attrs=primary&sslmode=require',
    ['postgres://a/c?sslmode=require', 'postgres://b/c?sslmode=require'],
  ],
  ['postgres://a/c?sslmode=require&target_session_attrs=any', ['postgres://a/c?sslmode=require']],
  ['postgres:///c?host=/run', ['postgres:///c?host=/run']],
  ['sqlite:a,b', ['sqlite:a,b']],
])('The URL %s names the servers %j', (text, urls) => {
  expect(serverUrls(text)).toEqual(urls);
});

test('Messages name the folder of the socket that is connected to', () => {
  expect(targetOf('postgres://me@localhost/calendar?host=/run/postgresql')).toMatchObject({ host: '/run/postgresql' });
});

test.each([
  ['sslmode=require', 'sslmode=verify-full'],
  ['sslmode=verify-ca&sslrootcert=/ca.pem', 'sslmode=verify-full&sslrootcert=/ca.pem'],
  ['sslmode=no-verify', 'sslmode=no-verify'],
  ['sslmode=require&uselibpqcompat=true', 'sslmode=require&uselibpqcompat=true'],
])('With %s the client library prints no warning', (given, passed) => {
  const { connectionString } = connectionConfig({ url: `postgres://a/c?${given}` });
  expect(connectionString).toBe(`postgres://a/c?${passed}`);
});

test.each(['57P01', '57P02'])('A server that ends the connection with %s is not called unreachable', (code) => {
  const error = Object.assign(new Error('terminating connection'), { code });
  expect(problemOf(error, targetOf('postgres://me@db/c')).message).toBe(
    'The database server db:5432 ended the connection; try again in a moment.',
  );
});

test('A certificate of a private authority leads to the setting that names it', () => {
  const error = Object.assign(new Error('self-signed certificate'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  expect(problemOf(error, targetOf('postgres://me@db/c')).message).toMatch(/server db:5432 cannot.*&sslrootcert=/);
});
