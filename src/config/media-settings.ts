// The options about images and where they are kept.
import type { Allowance } from '../media/fetch/fetch-allowance.ts';
import { allowanceList, byteSize, megapixels, objectKeyPrefix, siteAddress, word } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface MediaConfig {
  uploadLimitBytes: number;
  imageLimitPixels: number;
  fetchAllow: readonly Allowance[];
  s3Endpoint: string | undefined;
  s3Bucket: string | undefined;
  s3Region: string;
  s3AccessKeyId: string | undefined;
  s3SecretAccessKey: string | undefined;
  /** '' or a path that ends with a slash. */
  s3Prefix: string;
}

const images = 'Images:';
const mebibyte = 1024 * 1024;

export const mediaSettings: { readonly [K in keyof MediaConfig]: Setting<MediaConfig[K]> } = {
  uploadLimitBytes: {
    flags: '--upload-limit <size>',
    variable: 'KALENDS_UPLOAD_LIMIT',
    group: images,
    description: 'maximum size of an image file',
    accepted: 'a size up to 1GiB, such as 512KiB or 20MiB',
    defaultText: '20MiB',
    fallback: () => 20 * mebibyte,
    parse: byteSize(1, 1024 * mebibyte),
  },
  imageLimitPixels: {
    flags: '--image-megapixels <number>',
    variable: 'KALENDS_IMAGE_MEGAPIXELS',
    group: images,
    description: 'maximum megapixels of an image, all frames together; each takes up to 20 MB of memory',
    accepted: 'an integer from 1 to 1000',
    defaultText: '50',
    fallback: () => 50_000_000,
    parse: megapixels(1, 1000),
  },
  fetchAllow: {
    flags: '--fetch-allow <list>',
    variable: 'KALENDS_FETCH_ALLOW',
    group: images,
    description: 'private hosts, and hosts on ports other than 80 and 443, that images may be fetched from',
    accepted: 'a comma-separated list such as intranet.example, 10.0.0.0/8, 127.0.0.1:8080, [::1]:8080',
    defaultText: 'none',
    fallback: () => [],
    parse: allowanceList,
  },
  s3Endpoint: {
    flags: '--s3-endpoint <url>',
    variable: 'KALENDS_S3_ENDPOINT',
    group: images,
    description: 'S3-compatible service that stores image files',
    accepted: 'a URL such as https://s3.example.org, without the bucket',
    defaultText: 'none: files are stored in DATA/media',
    fallback: () => undefined,
    parse: siteAddress,
  },
  s3Bucket: {
    flags: '--s3-bucket <name>',
    variable: 'KALENDS_S3_BUCKET',
    group: images,
    description: 'bucket for image files',
    accepted: 'a bucket name',
    defaultText: 'none',
    fallback: () => undefined,
    parse: word(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/),
  },
  s3Region: {
    flags: '--s3-region <name>',
    variable: 'KALENDS_S3_REGION',
    group: images,
    description: 'region of the bucket',
    accepted: 'a region such as eu-central-1',
    defaultText: 'us-east-1',
    fallback: () => 'us-east-1',
    parse: word(/^[A-Za-z0-9-]{1,100}$/),
  },
  s3Prefix: {
    flags: '--s3-prefix <path>',
    variable: 'KALENDS_S3_PREFIX',
    group: images,
    description: 'key prefix of the files in the bucket',
    accepted: 'a path of letters, digits and . _ - such as calendar/images',
    defaultText: 'none',
    fallback: () => '',
    parse: objectKeyPrefix,
  },
  s3AccessKeyId: {
    flags: '--s3-access-key-id <text>',
    variable: 'KALENDS_S3_ACCESS_KEY_ID',
    group: images,
    description: 'access key; its secret is read only from KALENDS_S3_SECRET_ACCESS_KEY',
    accepted: 'an access key without spaces',
    defaultText: 'none',
    fallback: () => undefined,
    parse: word(/^\S{1,256}$/),
  },
  s3SecretAccessKey: {
    flags: undefined,
    variable: 'KALENDS_S3_SECRET_ACCESS_KEY',
    group: images,
    description: 'secret of the access key',
    accepted: 'a secret without spaces',
    defaultText: 'none',
    isSecret: true,
    fallback: () => undefined,
    parse: word(/^\S+$/),
  },
};

/** What says where the files of images are. */
export const storageSettings = [
  'data',
  's3Endpoint',
  's3Bucket',
  's3Region',
  's3Prefix',
  's3AccessKeyId',
  's3SecretAccessKey',
] as const;

/** What says where the calendar and the files of its images are. */
export const placeSettings = ['databaseUrl', 'databaseListenUrl', 'databasePooler', ...storageSettings] as const;
