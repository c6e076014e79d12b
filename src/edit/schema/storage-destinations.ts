import { z } from 'zod';
import { addProblem } from '../problems/add-problem.ts';
import { mustBe } from '../problems/messages.ts';
import { field } from './fields.ts';

/** Field of every destination: turns the destination off without removing it. */
export const Exclude = field(z.boolean(), 'If true, does not send the files to this destination.', false);

const Prefix = field(z.string(), 'Folder for the files. Default: no folder.');
/** Field of every storage destination: the name of the file. */
export const Filename = field(
  z.string(),
  'Name of the file without extension. Default: the id of the render.',
);

/**
 * Folder in the two newest kinds of storage. Nullable, because some clients send `null` instead of omitting a
 * field.
 */
const Folder = field(z.string().nullable(), 'Folder for the files. Default: no folder.');
const FilenameOrNull = field(
  z.string().nullable(),
  'Name of the file without extension. Default: the id of the render.',
);

/**
 * The name of a region. This name and the names below become part of a URL, so they must follow the rules of
 * the provider.
 */
const Region = z
  .string()
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
    mustBe('the name of a region, such as "eu-central-1"'),
  );
const S3Bucket = bucketNameSchema(
  /^[a-z0-9]((\.?[a-z0-9-])*\.?[a-z0-9])?$/,
  63,
  '3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit at both ends and no consecutive dots',
);
/** Travels in a header. A refinement, because the published schema has no rule for it. */
const Acl = z.string().refine((acl) => /^[\x20-\x7e]*$/.test(acl), {
  ...mustBe('the name of a canned ACL, such as "public-read"'),
  params: { code: 'wrong_form' },
});
const GoogleBucket = bucketNameSchema(
  /^[a-z0-9]((\.?[a-z0-9_-])*\.?[a-z0-9])?$/,
  222,
  '3 to 222 lower-case letters, digits, dots, hyphens and underscores, with a letter or digit at both ends and no consecutive dots',
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
  // Report one problem for a name, not one for each rule that it breaks.
  return z
    .string()
    .regex(pattern, { ...expected, abort: true })
    .min(3, expected)
    .max(maxLength, expected);
}

/**
 * Maximum length of an object key in bytes. Azure limits the characters instead, but a key never has more
 * characters than bytes.
 */
const MAX_KEY_BYTES = 1024;
/** Length of a render id, which is the default file name, and length of the longest suffix, in characters. */
const [ID_LENGTH, SUFFIX_LENGTH] = [36, '-9-poster.jpg'.length];

/** Reports a folder and a file name that together exceed the maximum length of an object key. */
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
  const message = `is too long: with its folder and suffix, the file name would have ${bytes} bytes, but storage allows at most ${MAX_KEY_BYTES}`;
  addProblem(context, [path], message, 'out_of_range', value);
}

function byteLengthOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The JSON Schema of the rule that `options` is required unless `exclude` is true. */
const OPTIONS_RULE = {
  if: { required: ['exclude'], properties: { exclude: { const: true } } },
  else: { required: ['options'], properties: { options: {} } },
};

/**
 * Returns the schema of a storage destination. It requires `options` unless the destination is excluded,
 * because `options` says where the files go. The published types do not list `options` as required.
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
      options: field(options, 'Location and names of the files. Required unless "exclude" is true.'),
    })
    .superRefine(({ exclude, options }, context) => {
      if (exclude === true || options !== undefined) return;
      const message = 'is required: an object that says where the files go';
      addProblem(context, ['options'], message, 'required');
    })
    .meta({ id, description, allOf: [OPTIONS_RULE] });
}

export const S3 = storageDestination(
  's3',
  { id: 'S3Destination', description: 'Object storage with an S3 API.' },
  z
    .looseObject({
      region: Region.describe('Region of the bucket, such as "eu-central-1".'),
      bucket: S3Bucket.describe('Name of the bucket.'),
      prefix: Prefix,
      filename: Filename,
      acl: field(Acl, 'Access control (canned ACL) of the files.', 'private'),
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
    host: AkamaiHost.describe('Host name of the storage, such as "example-nsu.akamaihd.net".'),
    cpCode: CpCode.describe('CP code of the storage, 1 to 12 digits.'),
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
