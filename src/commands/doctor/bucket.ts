// Whether the bucket of images can be listed and read. Whether it can be written to shows only by writing to it.
import { outageOf } from '../../core/api-error.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { type Finding, fine, problem } from './finding.ts';

export async function examineBucket(config: StorageConfig): Promise<Finding[]> {
  if (config.s3Bucket === undefined) return [];
  const place = `${config.s3Bucket} at ${config.s3Endpoint}`;
  const storage = await openMediaStorage(config);
  try {
    for await (const _ of storage.list()) break;
    // No image has this key: the answer is the right to read, or none.
    (await storage.read('doctor'))?.destroy();
    return [fine('bucket', `${place} can be read; whether it can be written to is not tried.`)];
  } catch (error) {
    const outage = outageOf(error);
    if (!outage) throw error;
    return [problem('bucket', `${place}: ${outage.message}; see docs/troubleshooting.md.`)];
  }
}
