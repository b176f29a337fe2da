// Images, and where their files are stored.
import { allowanceList, byteSize, megapixels, objectKeyPrefix, siteUrl, word } from './parsers.ts';
import { byDefault, emptyByDefault, option, optional, otherwise, secret, settingsIn } from './setting.ts';

export const mediaSettings = settingsIn('Images:', {
  uploadLimitBytes: option(
    '--upload-limit <size>',
    'maximum size of an image file',
    byDefault('20MiB', byteSize(1, '1GiB')),
  ),
  imageLimitPixels: option(
    '--image-megapixels <number>',
    'maximum megapixels of an image, all frames together; each takes up to 20 MB of memory',
    byDefault('50', megapixels(1, 1000)),
  ),
  fetchAllow: option(
    '--fetch-allow <list>',
    'private hosts, and hosts on ports other than 80 and 443, that images may be fetched from',
    emptyByDefault(allowanceList),
  ),
  s3Endpoint: option(
    '--s3-endpoint <url>',
    'S3-compatible service that stores image files',
    optional(
      'none: files are stored in DATA/media',
      siteUrl('a URL such as https://s3.example.org, without the bucket'),
    ),
  ),
  s3Bucket: option(
    '--s3-bucket <name>',
    'bucket for image files',
    optional('none', word('a bucket name', /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/)),
  ),
  s3Region: option(
    '--s3-region <name>',
    'region of the bucket',
    byDefault('us-east-1', word('a region such as eu-central-1', /^[A-Za-z0-9-]{1,100}$/)),
  ),
  s3Prefix: option(
    '--s3-prefix <path>',
    'key prefix of the files in the bucket',
    otherwise('none', () => '', objectKeyPrefix),
  ),
  s3AccessKeyId: option(
    '--s3-access-key-id <text>',
    'access key; its secret is read only from KALENDS_S3_SECRET_ACCESS_KEY',
    optional('none', word('an access key without spaces', /^\S{1,256}$/)),
  ),
  s3SecretAccessKey: secret(
    'KALENDS_S3_SECRET_ACCESS_KEY',
    'secret of the access key',
    optional('none', word('a secret without spaces', /^\S+$/)),
  ),
});

/** The settings that locate image files. */
export const storageSettings = [
  'data',
  's3Endpoint',
  's3Bucket',
  's3Region',
  's3Prefix',
  's3AccessKeyId',
  's3SecretAccessKey',
] as const;

/** The settings that locate the calendar and its image files. */
export const placeSettings = ['databaseUrl', 'databaseListenUrl', 'databasePooler', ...storageSettings] as const;
