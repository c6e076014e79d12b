import { resolve, sep } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import {
  asciiWord,
  baseUrl,
  type Setting,
  type SettingReader,
  type PartSettings,
  type SettingPlaces,
} from '../base/setting.ts';
import type { S3Location } from './s3-connection.ts';
import { SECRET_BOX_KEY_BYTES } from '../base/secret-box-key-bytes.ts';

/** The values of {@link HOSTING_SETTINGS}. */
export interface HostingSettings {
  /** The storage of finished files: the absolute path of a folder, or a location in S3. */
  readonly storage: string | S3Location;
  readonly files: FileAddressSettings;
  /** The key that encrypts the credentials for destinations. Undefined for the key of the home folder. */
  readonly credentialsKey: Buffer | undefined;
}

/** The settings of the addresses of finished files. */
interface FileAddressSettings {
  /** Replaces `KINORA_URL/files` in the addresses. Without a slash at the end. */
  readonly cdnUrl: string | undefined;
  /** True if addresses are signed and expire. Undefined for the default of the installation. */
  readonly signed: boolean | undefined;
  /** The secret that signs addresses. Undefined to generate a secret and keep it in the home folder. */
  readonly secret: string | undefined;
}

type S3Bucket = Pick<S3Location, 'bucket' | 'prefix'>;

/** A bucket and a prefix. Anything else in the address is a mistake or a misplaced secret. */
const S3_ADDRESS = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9._-]{2,254})(?<prefix>(?:\/[\w.-]+)*)\/?$/i;

const folderOrBucket = z.string().transform((text, context): string | S3Bucket => {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return text;
  const { bucket, prefix = '' } = S3_ADDRESS.exec(text)?.groups ?? {};
  if (bucket !== undefined && text.startsWith('s3://')) return { bucket, prefix: prefix.slice(1) };
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

const STORAGE: Setting<string | S3Bucket | undefined> = {
  name: 'KINORA_STORAGE',
  default: undefined,
  defaultText: '`KINORA_HOME/files`',
  schema: folderOrBucket,
  mustBe:
    'a folder, or `s3://bucket/prefix` with letters, digits, dots and dashes and at least three characters for the bucket',
  isSecret: true,
  description:
    'Folder for finished files, or `s3://bucket/prefix` ([docs/storage.md](docs/storage.md)). A folder outside `KINORA_HOME` must exist. All servers and workers must share it. It must not contain `KINORA_HOME`.',
};

const S3_ENDPOINT: Setting<string | undefined> = {
  name: 'S3_ENDPOINT',
  default: undefined,
  defaultText: 'Amazon S3',
  schema: baseUrl,
  mustBe: 'an http or https address such as `https://minio.example.com`',
  isSecret: true,
  description: 'Address of another S3 service, such as `https://minio.example.com`.',
};

const S3_REGION: Setting<string> = {
  name: 'S3_REGION',
  default: 'us-east-1',
  schema: z.string().regex(/^[a-z0-9-]{1,63}$/i),
  mustBe: 'the name of a region such as `eu-central-1`',
  description: 'Region of the bucket.',
};

const S3_ACCESS_KEY_ID: Setting<string | undefined> = {
  name: 'S3_ACCESS_KEY_ID',
  default: undefined,
  defaultText: 'none',
  schema: asciiWord,
  mustBe: 'a word of ASCII characters',
  isSecret: true,
  description: 'Access key for the bucket.',
};

const S3_SECRET_ACCESS_KEY: Setting<string | undefined> = {
  name: 'S3_SECRET_ACCESS_KEY',
  default: undefined,
  defaultText: 'none',
  schema: asciiWord,
  mustBe: 'a word of ASCII characters',
  isSecret: true,
  description: 'Secret key for the bucket.',
};

const S3_FILES: Setting<'redirect' | 'through' | undefined> = {
  name: 'KINORA_S3_FILES',
  default: undefined,
  defaultText: '`through`',
  schema: z.enum(['redirect', 'through']),
  mustBe: '`redirect` or `through`',
  description: '`redirect` sends clients to S3 for files; `through` serves the files through Kinora.',
};

const FILES: Setting<'public' | 'signed' | undefined> = {
  name: 'KINORA_FILES',
  default: undefined,
  defaultText: '`public`; in a new installation with several accounts `signed`',
  schema: z.enum(['public', 'signed']),
  mustBe: '`public` or `signed`',
  description:
    '`signed` gives files addresses that expire after a day; those of `public` do not expire ([docs/hosting.md](docs/hosting.md#signed-addresses)).',
};

const FILES_SECRET: Setting<string | undefined> = {
  name: 'KINORA_FILES_SECRET',
  default: undefined,
  defaultText: 'generated once, stored in the database; in an old installation in `KINORA_HOME`',
  schema: z.string().min(32),
  mustBe: 'at least 32 random characters',
  isSecret: true,
  description: 'Secret that signs the addresses of files. Must be the same on all machines.',
};

const CDN_URL: Setting<string | undefined> = {
  name: 'KINORA_CDN_URL',
  default: undefined,
  defaultText: 'none',
  schema: baseUrl,
  mustBe: 'an http or https address such as `https://cdn.example.com`',
  description: 'Replaces `KINORA_URL/files` in the addresses of files.',
};

const CREDENTIALS_KEY: Setting<Buffer | undefined> = {
  name: 'KINORA_CREDENTIALS_KEY',
  default: undefined,
  defaultText: 'generated once, stored in `KINORA_HOME`',
  schema: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length === SECRET_BOX_KEY_BYTES),
  mustBe: `${SECRET_BOX_KEY_BYTES} random bytes in base64, such as the output of \`openssl rand -base64 32\``,
  isSecret: true,
  description: `${SECRET_BOX_KEY_BYTES} bytes in base64: the key that encrypts the credentials for destinations. Must be the same on all machines ([docs/hosting.md](docs/hosting.md#credentials)).`,
};

/** The settings of hosting. The storage must not contain the home folder. */
export const HOSTING_SETTINGS: PartSettings<HostingSettings> = {
  declared: [
    STORAGE,
    S3_ENDPOINT,
    S3_REGION,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    S3_FILES,
    FILES,
    FILES_SECRET,
    CDN_URL,
    CREDENTIALS_KEY,
  ],
  read: (read, places) => ({
    storage: readStorage(read, places),
    files: readFileAddresses(read),
    credentialsKey: read(CREDENTIALS_KEY),
  }),
};

function readStorage(read: SettingReader, { workingFolder, home }: SettingPlaces): string | S3Location {
  const storage = read(STORAGE);
  if (typeof storage === 'object') return readS3(read, storage);
  if (read(S3_FILES) !== undefined)
    throw invalid(
      '`KINORA_S3_FILES` has no effect unless `KINORA_STORAGE` is in S3. Set `KINORA_STORAGE` to `s3://bucket/prefix`, or remove `KINORA_S3_FILES`.',
    );
  if (storage === undefined) return resolve(home, 'files');
  const folder = resolve(workingFolder, storage);
  if (folder === home || home.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw invalid(
      `\`KINORA_STORAGE\` must be a folder of its own, not \`${storage}\`, which contains the database and the keys in \`KINORA_HOME\`.`,
    );
  return folder;
}

function readS3(read: SettingReader, { bucket, prefix }: S3Bucket): S3Location {
  const endpoint = read(S3_ENDPOINT);
  return {
    bucket,
    prefix,
    endpoint,
    // Amazon requires the bucket in the host name. Most other services support or require the bucket in the
    // path.
    pathStyle: endpoint !== undefined,
    region: read(S3_REGION),
    accessKeyId: readRequired(read, S3_ACCESS_KEY_ID),
    secretAccessKey: readRequired(read, S3_SECRET_ACCESS_KEY),
    redirect: read(S3_FILES) === 'redirect',
  };
}

function readRequired(read: SettingReader, setting: Setting<string | undefined>): string {
  const value = read(setting);
  if (value !== undefined) return value;
  throw invalid(
    `\`${setting.name}\` is not set, but \`KINORA_STORAGE\` is in S3. Set it to the key of the S3 service.`,
  );
}

function readFileAddresses(read: SettingReader): FileAddressSettings {
  const files = read(FILES);
  const secret = read(FILES_SECRET);
  if (secret !== undefined && files !== 'signed')
    throw invalid(
      '`KINORA_FILES_SECRET` has no effect unless `KINORA_FILES` is `signed`. Set `KINORA_FILES=signed`, or remove the secret.',
    );
  return { cdnUrl: read(CDN_URL), signed: files && files === 'signed', secret };
}

function invalid(message: string): KinoraError {
  return new KinoraError('invalid_setting', message);
}
