import type { GetObjectCommandInput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { openOutbound } from '../outbound/index.ts';
import type { Outbound } from '../outbound/index.ts';
import { s3Config } from '../destinations/s3-upload.ts';
import type { S3Access } from '../destinations/s3-upload.ts';

const CONNECT_MS = 5_000;
const ADDRESS_SECONDS = 3600;

/** Where files lie in an object storage that speaks S3. */
export interface S3Place extends S3Access {
  readonly bucket: string;
  /** What every name there starts with, without slashes at its ends; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** Whether clients are sent there for files, instead of getting them through us. */
  readonly redirect: boolean;
}

/** What speaks to one place of S3. */
export interface S3Speech {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly presign: (typeof import('@aws-sdk/s3-request-presigner'))['getSignedUrl'];
  readonly client: S3Client;
  readonly config: S3ClientConfig;
  readonly outbound: Outbound;
}

/** Loads the SDK, which only those who use it wait for. Sends nothing yet. */
export async function openSpeech(place: S3Place): Promise<S3Speech> {
  const [sdk, { getSignedUrl: presign }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const { accessKeyId, secretAccessKey, endpoint, pathStyle } = place;
  const config = s3Config(place.region, { accessKeyId, secretAccessKey, endpoint, pathStyle });
  const client = new sdk.S3Client(config);
  // The operator names this host, which may well be a private one.
  const anywhere = new sdk.GetObjectCommand({ Bucket: place.bucket, Key: 'any' });
  const { hostname } = new URL(await presign(client, anywhere));
  const outbound = openOutbound({ allowHosts: [hostname], connectTimeout: CONNECT_MS });
  return { sdk, presign, client, config, outbound };
}

/** An address by which anybody can do one thing with an object, for an hour. */
export function signedAddress(
  { sdk, presign, client }: S3Speech,
  method: 'GET' | 'HEAD' | 'DELETE',
  object: GetObjectCommandInput,
): Promise<string> {
  const options = { expiresIn: ADDRESS_SECONDS };
  if (method === 'GET') return presign(client, new sdk.GetObjectCommand(object), options);
  if (method === 'HEAD') return presign(client, new sdk.HeadObjectCommand(object), options);
  return presign(client, new sdk.DeleteObjectCommand(object), options);
}
