// The configured storage for image files, and the limits of images.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { storageSettings } from './config/media-settings.ts';
import type { Config } from './config/settings.ts';
import type { ImageLimits } from './media/image-refused.ts';
import { createLocalStorage } from './media/storage/local-storage.ts';
import type { Patience } from './media/storage/s3-requests.ts';
import type { MediaStorage } from './media/storage/storage.ts';

export type StorageConfig = Pick<Config, (typeof storageSettings)[number]>;

/** A folder unless a bucket is configured. Commands have the patience to wait for a busy bucket. */
export async function openMediaStorage(config: StorageConfig, patience?: Patience): Promise<MediaStorage> {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3AccessKeyId: accessKeyId } = config;
  const { s3SecretAccessKey: secretAccessKey, s3Region: region, s3Prefix: prefix } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    return createLocalStorage(join(config.data, 'media'), randomUUID);
  const { createS3Storage } = await import('./media/storage/s3-storage.ts');
  const { forCommands } = await import('./media/storage/s3-requests.ts');
  const settings = { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix };
  return createS3Storage(settings, patience && { ...forCommands, patience });
}

/** For each step of the work on an image. */
const imageSeconds = 20;

export const imageLimits = (config: Pick<Config, 'uploadLimitBytes' | 'imageLimitPixels'>): ImageLimits => ({
  bytes: config.uploadLimitBytes,
  pixels: config.imageLimitPixels,
  seconds: imageSeconds,
});
