import { expect, test } from 'vitest';
import { compressed, forCaching, type SerialisedResponse } from './response.ts';

const reply: SerialisedResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ title: 'Gala '.repeat(300) })),
  compressible: true,
  isTagCompressed: true,
};

test.each([undefined, 'br', 'gzip', 'zstd'] as const)(
  'A cached response holds no more memory than its own bytes, with coding %s',
  async (coding) => {
    const made = coding ? await compressed(reply, coding) : reply;
    const { body } = forCaching(made);
    expect(body).toEqual(made.body);
    expect(body.buffer.byteLength).toBe(body.length);
  },
);
