import type { GetObjectCommandInput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { type Outbound, openOutbound } from '../outbound/index.ts';
import { createS3Config, type S3Access } from '../destinations/s3/s3-upload.ts';

const CONNECT_MS = 5_000;
const URL_LIFETIME_SECONDS = 3600;

/** The location of files in an S3 service. */
export interface S3Location extends S3Access {
  readonly bucket: string;
  /** Prefix of every object name, without slashes at its ends. May be empty. */
  readonly prefix: string;
  readonly region: string;
  /** True to redirect clients to S3 for files. False to serve the files through Kinora. */
  readonly redirect: boolean;
}

/** A connection to one location in S3. */
export interface S3Connection {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly presign: (typeof import('@aws-sdk/s3-request-presigner'))['getSignedUrl'];
  readonly client: S3Client;
  readonly config: S3ClientConfig;
  readonly outbound: Outbound;
}

/** Opens a connection. Loads the SDK only now, because loading takes time. Sends nothing yet. */
export async function openS3Connection(location: S3Location): Promise<S3Connection> {
  const [sdk, { getSignedUrl: presign }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const { accessKeyId, secretAccessKey, endpoint, pathStyle } = location;
  const config = createS3Config(location.region, { accessKeyId, secretAccessKey, endpoint, pathStyle });
  const client = new sdk.S3Client(config);
  // The operator chooses this host, so the host may be private.
  const anyObject = new sdk.GetObjectCommand({ Bucket: location.bucket, Key: 'any' });
  const { hostname } = new URL(await presign(client, anyObject));
  const outbound = openOutbound({ allowHosts: [hostname], connectTimeoutMs: CONNECT_MS });
  return { sdk, presign, client, config, outbound };
}

/**
 * Creates an address that is valid for an hour. Its holder can send one kind of request for an object.
 */
export function signUrl(
  { sdk, presign, client }: S3Connection,
  method: 'GET' | 'HEAD' | 'DELETE',
  object: GetObjectCommandInput,
): Promise<string> {
  const options = { expiresIn: URL_LIFETIME_SECONDS };
  if (method === 'GET') return presign(client, new sdk.GetObjectCommand(object), options);
  if (method === 'HEAD') return presign(client, new sdk.HeadObjectCommand(object), options);
  return presign(client, new sdk.DeleteObjectCommand(object), options);
}
