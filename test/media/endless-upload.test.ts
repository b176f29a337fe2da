// Uploads over real connections: a refused upload is not read to its end.
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { filesBelow } from '../support/calendars/stored-files.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

interface Answer {
  status: number;
  code: string;
  /** Bytes that were sent before the response arrived. */
  sent: number;
}

/** Sends until the server closes the connection. */
function uploadWithoutEnd(
  { app, passwords }: TestApp,
  port: number,
  { as, declared }: { as: 'ann' | null; declared?: number },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const authorization = as
      ? { authorization: `Basic ${Buffer.from(`${as}:${passwords[as]}`).toString('base64')}` }
      : {};
    const length = declared === undefined ? {} : { 'content-length': declared };
    const headers = { ...authorization, ...length, 'content-type': 'image/png' };
    const outgoing = request({ port, method: 'POST', path: '/calendar/events/v1/media', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        outgoing.destroy();
        resolve({ status: response.statusCode as number, code: JSON.parse(text).code, sent });
      });
    });
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const more = (): void => {
      if (outgoing.destroyed) return;
      sent += chunk.length;
      if (outgoing.write(chunk)) setImmediate(more);
      else outgoing.once('drain', more);
    };
    outgoing.on('error', reject);
    more();
    expect(app.server.listening).toBe(true);
  });
}

describe('an endless upload', () => {
  test('An endless upload is refused and cut off, if too large or not allowed', async () => {
    const app = await startTestApp();
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as { port: number };
    const limit = 21 * 1024 * 1024;
    const tooLarge = await uploadWithoutEnd(app, port, { as: 'ann' });
    expect(tooLarge).toMatchObject({ status: 413, code: 'rest_upload_too_large' });
    const announced = await uploadWithoutEnd(app, port, { as: 'ann', declared: 10 ** 12 });
    expect(announced).toMatchObject({ status: 413, code: 'rest_upload_too_large' });
    expect(announced.sent).toBeLessThan(limit);
    const nobody = await uploadWithoutEnd(app, port, { as: null });
    expect(nobody).toMatchObject({ status: 401, code: 'rest_forbidden' });
    expect(nobody.sent).toBeLessThan(limit);
    expect(filesBelow(app.media)).toEqual([]);
  });

  test('An endless upload that continues after the reply is disconnected', async () => {
    const app = await startTestApp();
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as { port: number };
    // Over a socket, because Node's HTTP client would wait forever after the response.
    const socket = connect(port, '127.0.0.1');
    socket.resume().on('error', () => undefined);
    const head = ['POST /calendar/events/v1/media HTTP/1.1', 'Host: localhost', `Content-Length: ${10 ** 12}`];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const chunk = Buffer.alloc(1024 * 1024);
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
    await new Promise((resolve) => socket.once('close', resolve));
    const sent = socket.bytesWritten;
    expect(sent).toBeGreaterThan(chunk.length);
    expect(sent).toBeLessThan(100 * 1024 * 1024);
  });
});
