import { z } from 'zod';
import type { DestinationAdapter } from '../destination-adapter.ts';
import { createEndpointSchema } from '../endpoint-schema.ts';
import { DEFAULT_POLICY } from '../provider-exchange.ts';
import type { ExchangePolicy, ProviderContext } from '../provider-exchange.ts';
import type { OptionsOf } from '../options.ts';
import { createRefusal } from '../provider-errors.ts';
import { createS3Config, uploadToS3 } from './s3-upload.ts';
import { toFilePath } from '../file-path.ts';

const PROVIDER = 'S3';

const S3Credentials = z.strictObject({
  accessKeyId: z.string().min(1).describe('Access key id.'),
  secretAccessKey: z.string().min(1).describe('Secret access key.'),
  endpoint: createEndpointSchema(
    'Address of another S3 service, such as https://minio.example.com. Default: Amazon S3.',
  ),
  pathStyle: z
    .boolean()
    .optional()
    .describe('True to put the bucket into the path of addresses, not into the host name. Default: false.'),
});

/** The credentials of an account for S3. */
export type S3Credentials = z.infer<typeof S3Credentials>;

interface Settings {
  /** Size of a part in bytes. Amazon requires at least 5 MiB for each part except the last. */
  readonly partBytes: number;
  readonly policy: ExchangePolicy;
}

/** Creates the adapter for object storage with the S3 API. @param settings overridden only in tests. */
export function createS3Destination(
  settings: Settings = { partBytes: 8 * 1024 * 1024, policy: DEFAULT_POLICY },
): DestinationAdapter<OptionsOf<'s3'>, S3Credentials> {
  return {
    credentialsSchema: S3Credentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { region, bucket, prefix, filename, acl } = checkOptions(options);
      const Key = toFilePath(file, prefix, filename);
      const secrets = [credentials.secretAccessKey];
      const context: ProviderContext = {
        provider: PROVIDER,
        outbound,
        signal,
        policy: settings.policy,
        secrets,
      };
      const sdk = await import('@aws-sdk/client-s3');
      const object = { Bucket: bucket, Key, ContentType: file.type, ...toAclParameter(acl) };
      const upload = { sdk, context, config: createS3Config(region, credentials), object };
      const url = await uploadToS3(upload, file, settings.partBytes);
      return { id: Key, url };
    },
  };
}

/** Checks the options of the edit that become part of the URL or the headers. */
function checkOptions(options: OptionsOf<'s3'>): NonNullable<OptionsOf<'s3'>> {
  if (!/^[a-z0-9-]{1,63}$/i.test(options?.region ?? ''))
    throw createRefusal(PROVIDER, 'the option "region" must be the name of a region, such as eu-central-1');
  if (!/^[a-z0-9][a-z0-9._-]{1,254}$/i.test(options?.bucket ?? ''))
    throw createRefusal(PROVIDER, 'the option "bucket" must be the name of a bucket');
  if (!/^[a-z-]*$/.test(options?.acl ?? ''))
    throw createRefusal(PROVIDER, 'the option "acl" must be a canned ACL such as public-read');
  // If there were no options, a check above would have thrown.
  return options as NonNullable<typeof options>;
}

/**
 * Returns the ACL parameter. Omits `private`, which is the default, because buckets without ACLs reject any
 * value.
 */
function toAclParameter(acl: string | undefined): object {
  return acl === undefined || acl === '' || acl === 'private' ? {} : { ACL: acl };
}
