import type { CompletedPart, S3ClientConfig } from '@aws-sdk/client-s3';
import { z } from 'zod';
import type { Destination, SentFile } from './destination.ts';
import { PATIENCE } from './exchange.ts';
import type { Patience, Way } from './exchange.ts';
import type { OptionsOf } from './options.ts';
import { partsOf } from './parts.ts';
import { refused } from './refusal.ts';
import { s3Connection } from './s3-client.ts';
import { sentPath } from './sent-name.ts';
import { withoutRemains } from './unfinished.ts';

const PROVIDER = 'S3';
const MOST_PARTS = 10_000;

const S3Credentials = z.strictObject({
  accessKeyId: z.string().min(1).describe('Access key id.'),
  secretAccessKey: z.string().min(1).describe('Secret access key.'),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
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

type Sdk = typeof import('@aws-sdk/client-s3');

/** One upload: the SDK with its commands, whom they go to, and of what. */
interface Upload {
  readonly sdk: Sdk;
  readonly way: Way;
  readonly config: S3ClientConfig;
  readonly object: { readonly Bucket: string; readonly Key: string; readonly ContentType: string };
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
      const upload = { sdk, way, config: configOf(region, credentials), object };
      const partBytes = Math.max(settings.partBytes, Math.ceil(file.bytes / MOST_PARTS));
      const url = await (file.bytes <= partBytes ? put : putInParts)(upload, file, partBytes);
      return { id: Key, url };
    },
  };
}

function configOf(
  region: string,
  { endpoint, pathStyle = false, ...credentials }: S3Credentials,
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

/** What the edit says, as far as it becomes a part of an address. */
function checked(options: OptionsOf<'s3'>): NonNullable<OptionsOf<'s3'>> {
  if (!/^[a-z0-9-]{1,63}$/i.test(options?.region ?? ''))
    throw refused(PROVIDER, 'its option "region" must be the name of a region, such as eu-central-1');
  if (!/^[a-z0-9][a-z0-9._-]{1,254}$/i.test(options?.bucket ?? ''))
    throw refused(PROVIDER, 'its option "bucket" must be the name of a bucket');
  // The two checks above have seen that there are options.
  return options as NonNullable<typeof options>;
}

/** A file is private where nothing is said, and buckets without access rules of files refuse every word about it. */
function aclOf(acl: string | undefined): object {
  return acl === undefined || acl === '' || acl === 'private' ? {} : { ACL: acl };
}

/** Uploads a file in one piece. @returns the address of the object. */
async function put(upload: Upload, file: SentFile, partBytes: number): Promise<string | undefined> {
  const { sdk, way, config, object } = upload;
  const connection = s3Connection(sdk, way, config);
  for await (const Body of partsOf(file, partBytes, way.signal)) {
    await connection.call((client) => client.send(new sdk.PutObjectCommand({ ...object, Body })));
  }
  return connection.address();
}

/** Uploads a file in parts, and leaves none of them when that fails. @returns the address of the object. */
async function putInParts(upload: Upload, file: SentFile, partBytes: number): Promise<string | undefined> {
  const { sdk, way, config, object } = upload;
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
