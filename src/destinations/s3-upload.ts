import type { CompletedPart, S3ClientConfig } from '@aws-sdk/client-s3';
import type { SentFile } from './destination.ts';
import type { Way } from './exchange.ts';
import { partsOf } from './parts.ts';
import { s3Connection } from './s3-client.ts';
import { withoutRemains } from './unfinished.ts';

const MOST_PARTS = 10_000;

/** Who asks, and whom. */
export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Another service than Amazon's. */
  readonly endpoint?: string | undefined;
  /** Whether the bucket stands in the path of addresses, not in their host name. */
  readonly pathStyle?: boolean | undefined;
}

/** How the SDK reaches a region, or another service that speaks S3. */
export function s3Config(
  region: string,
  { endpoint, pathStyle = false, ...credentials }: S3Access,
): S3ClientConfig {
  return {
    region,
    credentials,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    // Nothing of the machine's own set-up for Amazon may change where a client's files go.
    ignoreConfiguredEndpointUrls: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    expectContinueHeader: false,
    // The newer checksums are unknown to many other services; what is sent is signed with its SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/** One upload: the SDK with its commands, whom they go to, and of what. */
export interface Upload {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly way: Way;
  readonly config: S3ClientConfig;
  readonly object: { readonly Bucket: string; readonly Key: string; readonly ContentType: string };
  /** Is asked when nothing but the last request is left, after which the object is there; when it throws, there is none. */
  readonly beforeLast?: (() => Promise<void>) | undefined;
}

/**
 * Uploads a file, in parts when it is larger than one.
 *
 * @param size of a part in bytes; a part becomes larger when there would be too many.
 * @returns the address of the object.
 */
export function uploadToS3(upload: Upload, file: SentFile, size: number): Promise<string | undefined> {
  const partBytes = Math.max(size, Math.ceil(file.bytes / MOST_PARTS));
  return (file.bytes <= partBytes ? put : putInParts)(upload, file, partBytes);
}

/** Uploads a file in one piece. @returns the address of the object. */
async function put(upload: Upload, file: SentFile, partBytes: number): Promise<string | undefined> {
  const { sdk, way, config, object, beforeLast } = upload;
  const connection = s3Connection(sdk, way, config);
  for await (const Body of partsOf(file, partBytes, way.signal)) {
    await beforeLast?.();
    await connection.call((client) => client.send(new sdk.PutObjectCommand({ ...object, Body })));
  }
  return connection.address();
}

/** Uploads a file in parts, and leaves none of them when that fails. @returns the address of the object. */
async function putInParts(upload: Upload, file: SentFile, partBytes: number): Promise<string | undefined> {
  const { sdk, way, config, object, beforeLast } = upload;
  const { Bucket, Key } = object;
  const connection = s3Connection(sdk, way, config);
  const { UploadId } = await connection.call((client) =>
    client.send(new sdk.CreateMultipartUploadCommand(object)),
  );
  const target = { Bucket, Key, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of partsOf(file, partBytes, way.signal)) {
      const PartNumber = Parts.length + 1;
      const part = { ...target, PartNumber, Body };
      const { ETag } = await connection.call((client) => client.send(new sdk.UploadPartCommand(part)));
      Parts.push({ PartNumber, ETag });
    }
    await beforeLast?.();
    const whole = { ...target, MultipartUpload: { Parts } };
    await connection.call((client) => client.send(new sdk.CompleteMultipartUploadCommand(whole)));
    return connection.address();
  } catch (error) {
    // Parts that are left cost their owner money for as long as nobody finds them.
    return await withoutRemains(way, error, (last) => {
      const abort = new sdk.AbortMultipartUploadCommand(target);
      return s3Connection(sdk, last, config).call((client) => client.send(abort));
    });
  }
}
