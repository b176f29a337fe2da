import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCalendar } from '../conformance/service.ts';

const namespaces = ['calendar/events/v1', 'wp/v2'];

/** Writes the OpenAPI document of each namespace of a new calendar; returns the paths of the files. */
export async function writeDocuments(folder: string): Promise<string[]> {
  const data = join(folder, 'data');
  mkdirSync(data);
  const service = await startCalendar({ data, environment: {} });
  try {
    const written: string[] = [];
    for (const namespace of namespaces) {
      const reply = await fetch(`${service.origin}/wp-json/${namespace}/doc`);
      if (reply.status !== 200) throw new Error(`the document of ${namespace} returned ${reply.status}`);
      const file = join(folder, `${namespace.split('/')[0]}.json`);
      writeFileSync(file, JSON.stringify(await reply.json(), null, 2));
      written.push(file);
    }
    return written;
  } finally {
    await service.stop();
  }
}
