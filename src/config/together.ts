// Which settings say something only beside others.
import type { SettingName } from './settings.ts';

const bucket = {
  s3Endpoint: 'KALENDS_S3_ENDPOINT',
  s3Bucket: 'KALENDS_S3_BUCKET',
  s3AccessKeyId: 'KALENDS_S3_ACCESS_KEY_ID',
  s3SecretAccessKey: 'KALENDS_S3_SECRET_ACCESS_KEY',
} as const satisfies Partial<Record<SettingName, string>>;

/** Without the database they would not be missed: the calendar would be a new file. */
const ofDatabase = {
  databaseReplicaUrls: 'DATABASE_REPLICA_URLS',
  databaseListenUrl: 'DATABASE_LISTEN_URL',
} as const satisfies Partial<Record<SettingName, string>>;

/** One sentence about each group of which a part is missing, judged by the settings that are `read`. */
export function problemsTogether(read: readonly SettingName[], isGiven: (name: SettingName) => boolean): string[] {
  const problems: string[] = [];
  const ofBucket = keysOf(bucket).filter((name) => read.includes(name));
  const missing = ofBucket.filter((name) => !isGiven(name));
  if (missing.length > 0 && missing.length < ofBucket.length) {
    const variables = missing.map((name) => bucket[name]).join(', ');
    problems.push(`Images can be kept in a bucket only if these are set as well: ${variables}.`);
  }
  if (!read.includes('databaseUrl') || isGiven('databaseUrl')) return problems;
  const idle = keysOf(ofDatabase).filter((name) => read.includes(name) && isGiven(name));
  return [...problems, ...idle.map((name) => `${ofDatabase[name]} is of use only if DATABASE_URL is set as well.`)];
}

const keysOf = <K extends string>(record: Readonly<Record<K, string>>): K[] => Object.keys(record) as K[];
