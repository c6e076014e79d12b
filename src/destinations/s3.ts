import { z } from 'zod';
import type { Destination } from './destination.ts';
import { endpointFor } from './endpoint.ts';
import { PATIENCE } from './exchange.ts';
import type { Patience, Way } from './exchange.ts';
import type { OptionsOf } from './options.ts';
import { refused } from './refusal.ts';
import { s3Config, uploadToS3 } from './s3-upload.ts';
import { sentPath } from './sent-name.ts';

const PROVIDER = 'S3';

const S3Credentials = z.strictObject({
  accessKeyId: z.string().min(1).describe('Access key id.'),
  secretAccessKey: z.string().min(1).describe('Secret access key.'),
  endpoint: endpointFor(
    'Address of another service that speaks S3, such as https://minio.example.com. Default: Amazon S3.',
  ),
  pathStyle: z
    .boolean()
    .optional()
    .describe('True: the bucket stands in the path of addresses, not in their host name. Default: false.'),
});

/** What an account gives for S3. */
export type S3Credentials = z.infer<typeof S3Credentials>;

interface Settings {
  /** Size of a part in bytes. Amazon takes no smaller one than 5 MiB, but for the last. */
  readonly partBytes: number;
  readonly patience: Patience;
}

/** Object storage that speaks S3. @param settings are for tests. */
export function s3Destination(
  settings: Settings = { partBytes: 8 * 1024 * 1024, patience: PATIENCE },
): Destination<OptionsOf<'s3'>, S3Credentials> {
  return {
    credentials: S3Credentials,
    takes: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { region, bucket, prefix, filename, acl } = checked(options);
      const Key = sentPath(file, prefix, filename);
      const secrets = [credentials.secretAccessKey];
      const way: Way = { provider: PROVIDER, outbound, signal, patience: settings.patience, secrets };
      const sdk = await import('@aws-sdk/client-s3');
      const object = { Bucket: bucket, Key, ContentType: file.type, ...aclOf(acl) };
      const upload = { sdk, way, config: s3Config(region, credentials), object };
      const url = await uploadToS3(upload, file, settings.partBytes);
      return { id: Key, url };
    },
  };
}

/** What the edit says, as far as it becomes a part of an address. */
function checked(options: OptionsOf<'s3'>): NonNullable<OptionsOf<'s3'>> {
  if (!/^[a-z0-9-]{1,63}$/i.test(options?.region ?? ''))
    throw refused(PROVIDER, 'its option "region" must be the name of a region, such as eu-central-1');
  if (!/^[a-z0-9][a-z0-9._-]{1,254}$/i.test(options?.bucket ?? ''))
    throw refused(PROVIDER, 'its option "bucket" must be the name of a bucket');
  if (!/^[a-z-]*$/.test(options?.acl ?? ''))
    throw refused(PROVIDER, 'its option "acl" must be a canned access rule, such as public-read');
  // The checks above have seen that there are options.
  return options as NonNullable<typeof options>;
}

/** A file is private where nothing is said, and buckets without access rules of files refuse every word about it. */
function aclOf(acl: string | undefined): object {
  return acl === undefined || acl === '' || acl === 'private' ? {} : { ACL: acl };
}
