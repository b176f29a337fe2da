import { describe, expect, test } from 'vitest';
import { type Allowance, parseAllowance } from './fetch-allowance.ts';
import { FetchFailed, findTarget } from './fetch-target.ts';

const names: Readonly<Record<string, string[]>> = {
  'public.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'private.example': ['10.0.0.5'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mapped.example': ['::ffff:192.168.0.1'],
  'metadata.example': ['169.254.169.254'],
  'intranet.example': ['10.0.0.5'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'empty.example': [],
};

async function resolve(host: string): Promise<string[]> {
  const found = names[host];
  if (!found) throw new Error('ENOTFOUND');
  return found;
}

async function reasonOf(url: string, allowed: string[] = []): Promise<string | undefined> {
  try {
    await findTarget(
      new URL(url),
      allowed.map((text) => parseAllowance(text) as Allowance),
      resolve,
    );
    return undefined;
  } catch (error) {
    if (error instanceof FetchFailed) return error.reason;
    throw error;
  }
}

test.each([
  'http://public.example/a.png',
  'https://public.example/a.png',
  'https://public.example:443/a.png',
  'http://public.example:80/a.png',
  'https://public.example:80/a.png',
  'http://93.184.215.14/a.png',
  'http://[2606:4700:4700::1111]/a.png',
])('%s may be fetched', async (url) => expect(await reasonOf(url)).toBeUndefined());

test('A fetch target has the addresses that were checked', async () => {
  const { addresses } = await findTarget(new URL('http://public.example/'), [], resolve);
  expect(addresses).toEqual(names['public.example']);
});

test.each([
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://ⓛocalhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[fd00:ec2::254]/',
  'http://10.1.2.3/',
  'http://private.example/',
  'http://mixed.example/',
  'http://mapped.example/',
  'http://metadata.example/',
  'http://public.example:8080/',
  'http://public.example:22/',
  'http://public.example@127.0.0.1/',
  'http://user@public.example/',
  'http://user:secret@public.example/',
  'ftp://public.example/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'gopher://public.example/',
])('%s may not be fetched', async (url) => expect(await reasonOf(url)).toBe('refused'));

test.each(['http://unknown.example/', 'http://empty.example/'])('%s leads nowhere', async (url) => {
  expect(await reasonOf(url)).toBe('failed');
});

test('An IPv6 address with a zone is no valid URL', () => expect(URL.canParse('http://[fe80::1%25eth0]/')).toBe(false));

describe('what is allowed although it is private', () => {
  test.each<[url: string, allowed: string[], reason: string | undefined]>([
    ['http://intranet.example/', ['intranet.example'], undefined],
    ['http://INTRANET.example./', ['Intranet.Example'], 'failed'],
    ['http://private.example/', ['intranet.example'], 'refused'],
    ['http://private.example/', ['10.0.0.0/8'], undefined],
    ['http://mixed.example/', ['127.0.0.1'], undefined],
    ['http://127.0.0.1:8080/', ['127.0.0.1'], 'refused'],
    ['http://127.0.0.1:8080/', ['127.0.0.1:8080'], undefined],
    ['http://127.0.0.1:8081/', ['127.0.0.1:8080'], 'refused'],
    ['http://127.0.0.1/', ['127.0.0.1:8080'], 'refused'],
    ['http://[::ffff:127.0.0.1]/', ['127.0.0.0/8'], undefined],
    ['http://[::1]:8080/', ['[::1]:8080'], undefined],
    ['http://[fd00::1]/', ['fd00::/8'], undefined],
    ['http://public.example:8080/', ['public.example:8080'], undefined],
    ['ftp://intranet.example/', ['intranet.example'], 'refused'],
    ['http://user@intranet.example/', ['intranet.example'], 'refused'],
  ])('%s with %j', async (url, allowed, reason) => expect(await reasonOf(url, allowed)).toBe(reason));

  test.each([
    '',
    '10.0.0.0/33',
    '10.1',
    'a b',
    'http://a.example',
    'a.example:70000',
    'a.example:0',
    '[::1',
    '1.2.3.4.5',
  ])('%j is no entry of the list of allowed hosts', (text) => expect(parseAllowance(text)).toBeUndefined());
});
