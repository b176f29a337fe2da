import { expect, test } from 'vitest';
import { jpeg } from '../support/images.ts';
import { startTestApp } from '../support/test-app.ts';
import { download, uploadForm, uploadRaw } from '../support/uploads.ts';

test('smoke', async () => {
  const app = await startTestApp();
  const reply = await uploadRaw(await jpeg({ width: 800, height: 600 }), { app });
  console.log(JSON.stringify(reply, null, 1));
  const f = await download(app, reply.body.sizes!['medium']!.url);
  console.log(f.status, f.headers, f.bytes.length);
  const form = await uploadForm([{ name: 'title', value: 'Hello' }, { name: 'alt_text', value: 'Blue' }, { name: 'file', value: await jpeg(), filename: 'a b.png' }], { app });
  console.log(JSON.stringify(form.body));
  console.log(JSON.stringify(await app.request({ path: '/media' })));
  expect(reply.status).toBe(201);
});
