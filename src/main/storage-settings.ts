import { resolve, sep } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import type { S3Place } from '../hosting/s3-speech.ts';
import { publicUrl, type Read } from './setting.ts';

/** How the addresses of finished files are made. */
export interface FilesSetting {
  /** What stands in them for `KINORA_URL/files`; without a slash at its end. */
  readonly cdnUrl: string | undefined;
  /** Whether they are signed, and end. */
  readonly signed: boolean;
  /** Signs them; absent: made once and kept in the home folder. */
  readonly secret: string | undefined;
}

const STORAGE = 'a folder, or s3://bucket/prefix';
/** A bucket, and folders below it; what else an address may have is a slip, or a secret in the wrong place. */
const S3_ADDRESS = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9._-]{1,254})(?<prefix>(?:\/[\w.-]+)*)\/?$/i;

const words = z.string().regex(/^[\x21-\x7e]+$/);

/**
 * Reads where finished files lie.
 *
 * @param folder the working folder, from which relative paths start.
 * @param home which the folder of files may not hold.
 * @throws {KinoraError} `setting_wrong`.
 */
export function readStorage(read: Read, folder: string, home: string): string | S3Place {
  const schema = z.string().refine((text) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(text));
  const s3 = read('KINORA_STORAGE', z.string(), STORAGE)?.startsWith('s3://') === true;
  if (s3) return readS3(read);
  if (read('KINORA_S3_FILES', z.string(), '') !== undefined)
    throw wrong(
      'KINORA_S3_FILES is set, but KINORA_STORAGE is no address in S3; it may be s3://bucket/prefix.',
    );
  const name = read('KINORA_STORAGE', schema, STORAGE);
  if (name === undefined) return resolve(home, 'files');
  const storage = resolve(folder, name);
  if (storage === home || home.startsWith(storage.endsWith(sep) ? storage : storage + sep)) {
    throw wrong(
      `KINORA_STORAGE is "${name}", which holds the database and the keys in KINORA_HOME as well; it may be a folder of its own.`,
    );
  }
  return storage;
}

function readS3(read: Read): S3Place {
  const address = read(
    'KINORA_STORAGE',
    z.string().regex(S3_ADDRESS),
    `${STORAGE} with letters, digits, points and dashes`,
    'secret',
  );
  const { bucket = '', prefix = '' } = S3_ADDRESS.exec(address ?? '')?.groups ?? {};
  const endpoint = read('S3_ENDPOINT', publicUrl, 'an address such as https://minio.example.com', 'secret');
  const allowed = { region: 'the name of a region such as eu-central-1', key: 'one word of ASCII' };
  return {
    bucket,
    prefix: prefix.slice(1),
    endpoint,
    // Amazon wants the bucket in the host name; most others can, or must, do without.
    pathStyle: endpoint !== undefined,
    region: read('S3_REGION', z.string().regex(/^[a-z0-9-]{1,63}$/i), allowed.region) ?? 'us-east-1',
    accessKeyId: needed('S3_ACCESS_KEY_ID', read('S3_ACCESS_KEY_ID', words, allowed.key, 'secret')),
    secretAccessKey: needed(
      'S3_SECRET_ACCESS_KEY',
      read('S3_SECRET_ACCESS_KEY', words, allowed.key, 'secret'),
    ),
    redirect: read('KINORA_S3_FILES', z.enum(['redirect', 'through']), 'redirect or through') === 'redirect',
  };
}

function needed(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw wrong(`${name} is not set, but KINORA_STORAGE is an address in S3; it may be what S3 gave you.`);
}

/**
 * Reads how finished files are served.
 *
 * @throws {KinoraError} `setting_wrong`.
 */
export function readFiles(read: Read): FilesSetting {
  const signed = read('KINORA_FILES', z.enum(['public', 'signed']), 'public or signed') === 'signed';
  const secret = read(
    'KINORA_FILES_SECRET',
    z.string().min(32),
    'at least 32 characters that nobody can guess',
    'secret',
  );
  if (secret !== undefined && !signed)
    throw wrong('KINORA_FILES_SECRET is set, but KINORA_FILES is not; it may be signed.');
  const cdnUrl = read(
    'KINORA_CDN_URL',
    publicUrl,
    'an http or https address such as https://cdn.example.com',
  );
  return { cdnUrl, signed, secret };
}

function wrong(message: string): KinoraError {
  return new KinoraError('setting_wrong', message);
}
