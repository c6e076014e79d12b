import { z } from 'zod';
import type { DestinationAdapter } from '../destination-adapter.ts';
import { createEndpointSchema } from '../endpoint-schema.ts';
import { DEFAULT_SETTINGS } from '../destination-exchange.ts';
import type { DestinationContext, UploadSettings } from '../destination-exchange.ts';
import type { OptionsOf } from '../options.ts';
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

/** Creates the adapter for object storage with the S3 API. */
export function createS3Destination(
  changed: Partial<UploadSettings> = {},
): DestinationAdapter<OptionsOf<'s3'>, S3Credentials> {
  const { partBytes, policy } = { ...DEFAULT_SETTINGS, ...changed };
  return {
    credentialsSchema: S3Credentials,
    accepts: () => true,
    async send(file, { options, credentials, outbound, signal }) {
      const { region, bucket, prefix, filename, acl } = options;
      const Key = toFilePath(file, prefix, filename);
      const secrets = [credentials.secretAccessKey];
      const context: DestinationContext = { provider: PROVIDER, outbound, signal, policy, secrets };
      const sdk = await import('@aws-sdk/client-s3');
      const object = { Bucket: bucket, Key, ContentType: file.type, ...toAclParameter(acl) };
      const upload = { sdk, context, config: createS3Config(region, credentials), object };
      const url = await uploadToS3(upload, file, partBytes);
      return { id: Key, url };
    },
  };
}

/**
 * Returns the ACL parameter. Omits `private`, which is the default, because buckets without ACLs reject any
 * value.
 */
function toAclParameter(acl: string | undefined): object {
  return acl === undefined || acl === '' || acl === 'private' ? {} : { ACL: acl };
}
