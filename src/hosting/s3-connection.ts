import type { GetObjectCommandInput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { openOutbound } from '../outbound/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { createS3Config } from '../destinations/s3/s3-upload.ts';
import type { S3Access } from '../destinations/s3/s3-upload.ts';

const CONNECT_MS = 5_000;
const URL_LIFETIME_SECONDS = 3600;

/** Where files lie in an object storage that speaks S3. */
export interface S3Location extends S3Access {
  readonly bucket: string;
  /** What every name there starts with, without slashes at its ends; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** Whether clients are sent there for files, instead of getting them through us. */
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

/** Loads the SDK, which only those who use it wait for. Sends nothing yet. */
export async function openS3Connection(location: S3Location): Promise<S3Connection> {
  const [sdk, { getSignedUrl: presign }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const { accessKeyId, secretAccessKey, endpoint, pathStyle } = location;
  const config = createS3Config(location.region, { accessKeyId, secretAccessKey, endpoint, pathStyle });
  const client = new sdk.S3Client(config);
  // The operator names this host, which may well be a private one.
  const anyObject = new sdk.GetObjectCommand({ Bucket: location.bucket, Key: 'any' });
  const { hostname } = new URL(await presign(client, anyObject));
  const outbound = openOutbound({ allowHosts: [hostname], connectTimeoutMs: CONNECT_MS });
  return { sdk, presign, client, config, outbound };
}

/** An address by which anybody can do one thing with an object, for an hour. */
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
