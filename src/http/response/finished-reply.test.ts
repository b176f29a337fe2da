import { expect, test } from 'vitest';
import { type FinishedReply, toKeep } from './finished-reply.ts';
import { packReply } from './packed-reply.ts';

const reply: FinishedReply = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ title: 'Gala '.repeat(300) })),
  packable: true,
  isTagPacked: true,
};

test.each([undefined, 'br', 'gzip', 'zstd'] as const)(
  'what is kept holds no more memory than its bytes: %s',
  async (coding) => {
    const made = coding ? await packReply(reply, coding) : reply;
    const { body } = toKeep(made, {});
    expect(body).toEqual(made.body);
    expect(body.buffer.byteLength).toBe(body.length);
  },
);
