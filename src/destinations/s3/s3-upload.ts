import type { CompletedPart, S3ClientConfig } from '@aws-sdk/client-s3';
import type { FileToSend } from '../destination-adapter.ts';
import type { ProviderContext } from '../provider-exchange.ts';
import { readInParts } from '../read-in-parts.ts';
import { createGuardedS3Client } from './guarded-s3-client.ts';
import { cleanUpAndThrow } from '../clean-up-and-throw.ts';

const MAX_PARTS = 10_000;

/** The access to a service that speaks S3. */
export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Another service than Amazon's. */
  readonly endpoint?: string | undefined;
  /** Whether the bucket stands in the path of addresses, not in their host name. */
  readonly pathStyle?: boolean | undefined;
}

/** The configuration of the SDK for a region, or for another service that speaks S3. */
export function createS3Config(
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

/** One upload: the SDK, the provider and the object. */
export interface S3Upload {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly context: ProviderContext;
  readonly config: S3ClientConfig;
  readonly object: { readonly Bucket: string; readonly Key: string; readonly ContentType: string };
  /** Is called before the last request, which creates the object. If it throws, there is no object. */
  readonly beforeCommit?: (() => Promise<void>) | undefined;
}

/**
 * Uploads a file, in parts when it is larger than one.
 *
 * @param size of a part in bytes; a part becomes larger when there would be too many.
 * @returns the address of the object.
 */
export function uploadToS3(upload: S3Upload, file: FileToSend, size: number): Promise<string | undefined> {
  const partBytes = Math.max(size, Math.ceil(file.bytes / MAX_PARTS));
  return (file.bytes <= partBytes ? uploadWhole : uploadInParts)(upload, file, partBytes);
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

/** Uploads a file in parts, and leaves none of them when that fails. @returns the address of the object. */
async function uploadInParts(
  upload: S3Upload,
  file: FileToSend,
  partBytes: number,
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
    for await (const Body of readInParts(file, partBytes, context.signal)) {
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
    // Parts that are left cost their owner money for as long as nobody finds them.
    return await cleanUpAndThrow(context, error, (cleanUp) => {
      const abort = new sdk.AbortMultipartUploadCommand(target);
      return createGuardedS3Client(sdk, cleanUp, config).call((sdkClient) => sdkClient.send(abort));
    });
  }
}
