import { z } from 'zod';
import { mustBe } from '../problems/messages.ts';
import { field } from './fields.ts';

/** What every destination has: a way to leave it in its place and out of use. */
export const Exclude = field(z.boolean(), 'True: the files do not go there.', false);

const Prefix = field(z.string(), 'Folder to put the files into. Default: none.');
/** What a file is called, in all kinds of storage. */
export const Filename = field(z.string(), 'File name without extension. Default: the id of the render.');

/** Some clients write `null` for what they leave out, in the two newest kinds of storage. */
const Folder = field(z.string().nullable(), 'Folder to put the files into. Default: none.');
const FilenameOrNull = field(
  z.string().nullable(),
  'File name without extension. Default: the id of the render.',
);

/** Names as the providers have them: each becomes a part of an address. */
const Region = z
  .string()
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
    mustBe('the name of a region, such as "eu-central-1"'),
  );
const S3Bucket = bucketNameSchema(
  /^[a-z0-9]((\.?[a-z0-9-])*\.?[a-z0-9])?$/,
  63,
  '3 to 63 lower-case letters, digits, dots and hyphens, a letter or a digit first and last, and no two dots in a row',
);
const GoogleBucket = bucketNameSchema(
  /^[a-z0-9]((\.?[a-z0-9_-])*\.?[a-z0-9])?$/,
  222,
  '3 to 222 lower-case letters, digits, dots, hyphens and underscores, a letter or a digit first and last, and no two dots in a row',
);
const AzureAccount = z
  .string()
  .regex(/^[a-z0-9]{3,24}$/, mustBe('the name of a storage account: 3 to 24 lower-case letters and digits'));
const AzureContainer = z
  .string()
  .regex(
    /^[a-z0-9$][a-z0-9-]{2,62}$/,
    mustBe('the name of a container: 3 to 63 lower-case letters, digits and hyphens'),
  );
const AkamaiHost = z
  .string()
  .regex(/^[A-Za-z0-9.-]+(:[0-9]{1,5})?$/, mustBe('a host name, such as "example-nsu.akamaihd.net"'));
const CpCode = z.string().regex(/^[0-9]{1,12}$/, mustBe('the digits of a CP code, such as "123456"'));

function bucketNameSchema(pattern: RegExp, maxLength: number, rule: string): z.ZodString {
  const expected = mustBe(`the name of a bucket: ${rule}`);
  // One problem is told of a name, not one for each rule that it breaks.
  return z
    .string()
    .regex(pattern, { ...expected, abort: true })
    .min(3, expected)
    .max(maxLength, expected);
}

/** The longest name of an object: bytes at Amazon and Google, characters, which are fewer, at Azure. */
const MAX_KEY_BYTES = 1024;
/** The id of what makes a file, and the longest of the endings. */
const [ID_LENGTH, SUFFIX_LENGTH] = [36, '-poster.jpg'.length];

/** Folder and name of a file make its key, which storage bounds. */
function checkObjectKey(
  {
    prefix,
    filename,
  }: { readonly prefix?: string | null | undefined; readonly filename?: string | null | undefined },
  context: z.core.$RefinementCtx,
): void {
  const [folder, name] = [byteLengthOf(prefix ?? ''), byteLengthOf(filename ?? '')];
  const bytes = folder + 1 + (name || ID_LENGTH) + SUFFIX_LENGTH;
  if (bytes <= MAX_KEY_BYTES) return;
  const [path, value] = name >= folder ? (['filename', filename] as const) : (['prefix', prefix] as const);
  const message = `is too long: with its folder and its ending the name of a file would have ${bytes} bytes, and storage takes ${MAX_KEY_BYTES} at the most`;
  context.addIssue({ code: 'custom', path: [path], message, params: { code: 'out_of_range', value } });
}

function byteLengthOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The rule of {@link storageDestination} for programs that have only the JSON Schema. */
const OPTIONS_RULE = {
  if: { required: ['exclude'], properties: { exclude: { const: true } } },
  else: { required: ['options'], properties: { options: {} } },
};

/**
 * A place in storage, which needs its options unless it is excluded: without them there is nowhere to send anything to. The published
 * types leave them out of what is required.
 */
function storageDestination<Provider extends string, Options extends z.ZodType<object>>(
  provider: Provider,
  { id, description }: { readonly id: string; readonly description: string },
  options: Options,
) {
  return z
    .looseObject({
      provider: z.literal(provider).describe(description),
      exclude: Exclude,
      options: field(options, 'Where and how; required unless it is excluded.'),
    })
    .superRefine(({ exclude, options }, context) => {
      if (exclude === true || options !== undefined) return;
      const message = 'is required: an object that says where the files go';
      context.addIssue({
        code: 'custom',
        path: ['options'],
        message,
        params: { code: 'required', value: undefined },
      });
    })
    .meta({ id, description, allOf: [OPTIONS_RULE] });
}

export const S3 = storageDestination(
  's3',
  { id: 'S3Destination', description: 'Object storage that speaks S3.' },
  z
    .looseObject({
      region: Region.describe('Region of the bucket.'),
      bucket: S3Bucket.describe('Name of the bucket.'),
      prefix: Prefix,
      filename: Filename,
      acl: field(z.string(), 'Access rule of the files.', 'private'),
    })
    .superRefine(checkObjectKey),
);

export const GoogleCloudStorage = storageDestination(
  'google-cloud-storage',
  { id: 'GoogleCloudStorageDestination', description: 'Google Cloud Storage.' },
  z
    .looseObject({ bucket: GoogleBucket.describe('Name of the bucket.'), prefix: Prefix, filename: Filename })
    .superRefine(checkObjectKey),
);

export const AkamaiNetStorage = storageDestination(
  'akamai-netstorage',
  { id: 'AkamaiNetStorageDestination', description: 'Akamai NetStorage.' },
  z.looseObject({
    host: AkamaiHost.describe('Host name of the storage.'),
    cpCode: CpCode.describe('CP code of the storage.'),
    path: Folder,
    filename: FilenameOrNull,
  }),
);

export const AzureBlobStorage = storageDestination(
  'azure-blob-storage',
  { id: 'AzureBlobStorageDestination', description: 'Azure Blob Storage.' },
  z
    .looseObject({
      accountName: AzureAccount.describe('Name of the storage account.'),
      container: AzureContainer.describe('Name of the container.'),
      prefix: Folder,
      filename: FilenameOrNull,
    })
    .superRefine(checkObjectKey),
);
