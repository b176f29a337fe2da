// The storage that the configuration asks for.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { storageSettings } from './config/media-settings.ts';
import type { Config } from './config/settings.ts';
import { ConfigurationError } from './config.ts';
import { createLocalStorage } from './media/local-storage.ts';
import type { MediaStorage } from './media/storage.ts';

export type StorageConfig = Pick<Config, (typeof storageSettings)[number]>;

const neededVariables = {
  s3Endpoint: 'KALENDS_S3_ENDPOINT',
  s3Bucket: 'KALENDS_S3_BUCKET',
  s3AccessKeyId: 'KALENDS_S3_ACCESS_KEY_ID',
  s3SecretAccessKey: 'KALENDS_S3_SECRET_ACCESS_KEY',
} as const;

/** A folder unless a bucket is configured, which it is wholly or not at all: else throws ConfigurationError. */
export async function openMediaStorage(config: StorageConfig): Promise<MediaStorage> {
  const names = Object.keys(neededVariables) as (keyof typeof neededVariables)[];
  const missing = names.filter((name) => config[name] === undefined);
  if (missing.length === names.length) return createLocalStorage(join(config.data, 'media'), randomUUID);
  if (missing.length > 0) {
    const variables = missing.map((name) => neededVariables[name]).join(', ');
    throw new ConfigurationError([`Images can be kept in a bucket only if these are set as well: ${variables}.`]);
  }
  const { createS3Storage } = await import('./media/s3-storage.ts');
  return createS3Storage({
    endpoint: config.s3Endpoint as string,
    bucket: config.s3Bucket as string,
    region: config.s3Region,
    accessKeyId: config.s3AccessKeyId as string,
    secretAccessKey: config.s3SecretAccessKey as string,
    prefix: config.s3Prefix,
  });
}
