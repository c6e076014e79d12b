import type { CompletedPart, S3ClientConfig } from '@aws-sdk/client-s3';
import type { FileToSend } from '../destination-adapter.ts';
import type { DestinationContext } from '../destination-exchange.ts';
import { readInParts } from '../read-in-parts.ts';
import { createGuardedS3Client } from './guarded-s3-client.ts';
import { cleanUpAndThrow } from '../clean-up-and-throw.ts';

const MAX_PARTS = 10_000;

/** Access to an S3 service. */
export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Address of a service other than Amazon S3. */
  readonly endpoint?: string | undefined;
  /** True if the bucket is in the path of addresses, not in the host name. */
  readonly pathStyle?: boolean | undefined;
}

/** Creates the configuration of the SDK for a region of Amazon S3 or for another S3 service. */
export function createS3Config(
  region: string,
  { endpoint, pathStyle = false, ...credentials }: S3Access,
): S3ClientConfig {
  return {
    region,
    credentials,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    // The AWS configuration of this machine must not change the destination of files.
    ignoreConfiguredEndpointUrls: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    expectContinueHeader: false,
    // Many other services do not support the newer checksums, and nothing needs them: the signature covers
    // the SHA-256 of the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/** One upload: the SDK, the provider and the object. */
export interface S3Upload {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly context: DestinationContext;
  readonly config: S3ClientConfig;
  readonly object: { readonly Bucket: string; readonly Key: string; readonly ContentType: string };
  /** Called before the last request, which creates the object. If it throws, no object is created. */
  readonly beforeCommit?: (() => Promise<void>) | undefined;
}

/**
 * Uploads a file, in parts if it is larger than one part.
 *
 * @param size the size of a part in bytes. A file that would have too many parts of this size gets larger
 *   parts.
 * @returns the address of the object.
 * @throws {KinoraError} `destination_refused` or `destination_failed`.
 */
export function uploadToS3(upload: S3Upload, file: FileToSend, size: number): Promise<string | undefined> {
  const partBytes = Math.max(size, Math.ceil(file.bytes / MAX_PARTS));
  if (file.bytes <= partBytes) return uploadWhole(upload, file, partBytes);
  return uploadPartsToS3(upload, readInParts(file, partBytes, upload.context.signal));
}

/** Uploads a file in one piece. @returns the address of the object. */
async function uploadWhole(
  upload: S3Upload,
  file: FileToSend,
  partBytes: number,
): Promise<string | undefined> {
  const { sdk, context, config, object, beforeCommit } = upload;
  const client = createGuardedS3Client(sdk, context, config);
  for await (const Body of readInParts(file, partBytes, context.signal)) {
    await beforeCommit?.();
    await client.call((sdkClient) => sdkClient.send(new sdk.PutObjectCommand({ ...object, Body })));
  }
  return client.lastUrl();
}

/**
 * Uploads the parts of an object. Removes them if the upload fails.
 *
 * @param parts at least one. Each may wait for the next, but it must not change once it has been read.
 * @returns the address of the object.
 * @throws {KinoraError} as {@link uploadToS3}. Errors of the parts pass through.
 */
export async function uploadPartsToS3(
  upload: S3Upload,
  parts: AsyncIterable<Buffer>,
): Promise<string | undefined> {
  const { sdk, context, config, object, beforeCommit } = upload;
  const { Bucket, Key } = object;
  const client = createGuardedS3Client(sdk, context, config);
  const { UploadId } = await client.call((sdkClient) =>
    sdkClient.send(new sdk.CreateMultipartUploadCommand(object)),
  );
  const target = { Bucket, Key, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of parts) {
      const PartNumber = Parts.length + 1;
      const part = { ...target, PartNumber, Body };
      const { ETag } = await client.call((sdkClient) => sdkClient.send(new sdk.UploadPartCommand(part)));
      Parts.push({ PartNumber, ETag });
    }
    await beforeCommit?.();
    const whole = { ...target, MultipartUpload: { Parts } };
    await client.call((sdkClient) => sdkClient.send(new sdk.CompleteMultipartUploadCommand(whole)));
    return client.lastUrl();
  } catch (error) {
    // Parts that remain cost the owner of the bucket money until they are removed.
    return await cleanUpAndThrow(context, error, (cleanUp) => {
      const abort = new sdk.AbortMultipartUploadCommand(target);
      return createGuardedS3Client(sdk, cleanUp, config).call((sdkClient) => sdkClient.send(abort));
    });
  }
}
