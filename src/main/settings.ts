import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import { SEAL_KEY_BYTES } from '../hosting/seal.ts';
import type { WhisperModel } from '../providers/whisper-model.ts';
import { addressRules } from '../outbound/index.ts';
import type { S3Place } from '../hosting/s3-speech.ts';
import type { KeyPair } from '../store/keys.ts';
import { type Environment, publicUrl, type Read, reader, webUrl } from './setting.ts';
import { type FilesSetting, readFiles, readStorage } from './storage-settings.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What can be set from outside, checked. Times, sizes and limits that nobody needs to change are not here. */
export interface Settings {
  readonly host: string;
  /** 0 to 65535; 0 takes a free port. */
  readonly port: number;
  /** Absolute path of the folder for database, files, cache and keys. */
  readonly home: string;
  /** Public address without a slash at its end; absent: made from host and port. */
  readonly publicUrl: string | undefined;
  /** The first account's keys; absent: generated once and kept in the home folder. */
  readonly keys: KeyPair | undefined;
  readonly dialect: 'interface' | 'shotstack';
  /** Host names, IP addresses and CIDR blocks that may be fetched from although they are private. */
  readonly allowHosts: readonly string[];
  /** Renders at the same time, at least 1. */
  readonly renders: number;
  /** How many times the usual number of requests each key may send in a minute; 0 is without limit. */
  readonly rateLimits: number;
  /** Address of a PostgreSQL database; absent: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Where finished files lie: the absolute path of a folder, or a place in S3. */
  readonly storage: string | S3Place;
  readonly files: FilesSetting;
  /** What makes words of sounds; absent: nothing does. */
  readonly transcriber: TranscriberSetting | undefined;
  /** What the callbacks of the first account are signed with; absent: a secret of each owner's own. */
  readonly webhookSecret: string | undefined;
  /** What credentials for destinations are encrypted with; absent: a key of this home folder. */
  readonly credentialsKey: Buffer | undefined;
  readonly region: string;
  /** Absent: `info`, or `warn` where a person watches. */
  readonly logLevel: (typeof LOG_LEVELS)[number] | undefined;
}

/** A service that speaks the transcription protocol of OpenAI, or a model of Whisper for this machine. */
export type TranscriberSetting =
  | {
      readonly kind: 'service';
      readonly url: string;
      readonly key: string | undefined;
      readonly model: string;
    }
  | { readonly kind: 'whisper'; readonly model: WhisperModel };

const KEY_PAIR = /^v1:(?<v1>[^\s,]+),stage:(?<stage>[^\s,]+)$/;

/** Standard Webhooks: 24 to 64 bytes in base64. */
const WEBHOOK_SECRET =
  /^whsec_(?=[A-Za-z0-9+/]{32,86}={0,2}$)(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const keyPair = z.string().transform((text, context): KeyPair => {
  const { v1, stage } = KEY_PAIR.exec(text)?.groups ?? {};
  if (v1 === undefined || stage === undefined || v1 === stage) {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
  return { v1, stage };
});

const hostList = z.string().transform((text) => text.split(/[\s,]+/).filter((host) => host !== ''));

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((number) => number >= from && number <= to);

const factor = z
  .string()
  .regex(/^(on|off|\d{1,6}(\.\d{1,6})?)$/)
  .transform((text) => (text === 'on' ? 1 : text === 'off' ? 0 : Number(text)));

/**
 * Reads and checks every setting.
 *
 * @param environment The names and values of the environment.
 * @param folder The working folder, from which relative paths start.
 * @throws {KinoraError} `setting_wrong` with one line that names the setting, what it was and what it may be.
 */
export function readSettings(environment: Environment, folder: string): Settings {
  const read = reader(environment);
  refuseUnsupported(read);
  const home = resolve(folder, read('KINORA_HOME', z.string(), 'a folder') ?? '.kinora');
  return {
    host: read('HOST', z.string().regex(/^[\w.:-]+$/), 'an IP address or a host name') ?? '127.0.0.1',
    port: read('PORT', wholeNumber(0, 65_535), 'a whole number from 0 (any free port) to 65535') ?? 3000,
    home,
    publicUrl: read('KINORA_URL', publicUrl, 'an http or https address such as https://media.example.com'),
    keys: read('KINORA_KEYS', keyPair, 'v1:<key>,stage:<key> with two different keys', 'secret'),
    dialect:
      read('KINORA_DIALECT', z.enum(['interface', 'shotstack']), 'interface or shotstack') ?? 'interface',
    allowHosts: readAllowHosts(read),
    renders:
      read('KINORA_RENDERS', wholeNumber(1, 64), 'a whole number from 1 to 64') ??
      Math.max(1, Math.floor(availableParallelism() / 2)),
    rateLimits: read('KINORA_RATE_LIMITS', factor, 'on, off, or a number of times the usual limits') ?? 1,
    databaseUrl: readDatabaseUrl(read),
    storage: readStorage(read, folder, home),
    files: readFiles(read),
    transcriber: readTranscriber(read, folder),
    webhookSecret: read(
      'KINORA_WEBHOOK_SECRET',
      z.string().regex(WEBHOOK_SECRET),
      'whsec_ and 24 to 64 bytes in base64',
      'secret',
    ),
    credentialsKey: read(
      'KINORA_CREDENTIALS_KEY',
      z
        .base64()
        .transform((text) => Buffer.from(text, 'base64'))
        .refine(({ length }) => length === SEAL_KEY_BYTES),
      `${SEAL_KEY_BYTES} random bytes in base64, such as openssl rand -base64 32 prints`,
      'secret',
    ),
    region:
      read('KINORA_REGION', z.string().regex(/^[\w-]+$/), 'a name of letters, digits and dashes') ?? 'local',
    logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
  };
}

/** What nobody obeys yet must not look as if it worked: least of all where security hangs on it. */
function refuseUnsupported(read: Read): void {
  const name = 'KINORA_TRUST_PROXY';
  const value = read(name, z.string(), '');
  if (value === undefined || value === 'off') return;
  throw new KinoraError('setting_wrong', `${name} is set, but is not supported yet; it may be left out.`);
}

function readAllowHosts(read: Read): readonly string[] {
  const hosts =
    read('KINORA_ALLOW_HOSTS', hostList, 'a list of host names, IP addresses and CIDR blocks') ?? [];
  // The guard knows what it can obey.
  addressRules(hosts);
  return hosts;
}

function readDatabaseUrl(read: Read): string | undefined {
  const schema = z.url({ protocol: /^postgres(ql)?$/ });
  return read('DATABASE_URL', schema, 'an address such as postgres://user:password@host/database', 'secret');
}

function readTranscriber(read: Read, folder: string): TranscriberSetting | undefined {
  const address = 'the http or https address of a service such as https://api.openai.com';
  const url = read('KINORA_TRANSCRIBE_URL', webUrl, address, 'secret');
  const key = read(
    'KINORA_TRANSCRIBE_KEY',
    z.string().regex(/^[\x21-\x7e]+$/),
    'one word of ASCII',
    'secret',
  );
  const name = read('KINORA_TRANSCRIBE_MODEL', z.string(), '');
  const whisper = readWhisperModel(read, folder);
  const without =
    url === undefined && [key && 'KINORA_TRANSCRIBE_KEY', name && 'KINORA_TRANSCRIBE_MODEL'].find(Boolean);
  if (without) {
    const message = `${without} is set, but KINORA_TRANSCRIBE_URL is not; it may be ${address}.`;
    throw new KinoraError('setting_wrong', message);
  }
  if (url !== undefined && whisper) {
    const message =
      'KINORA_TRANSCRIBE_URL and KINORA_WHISPER_MODEL are both set; one of them may be, because only one can listen.';
    throw new KinoraError('setting_wrong', message);
  }
  if (url !== undefined) return { kind: 'service', url, key, model: name ?? 'whisper-1' };
  return whisper && { kind: 'whisper', model: whisper };
}

/** A path, or an address with the hash of what it has: `https://...#sha256=...`. */
function readWhisperModel(read: Read, folder: string): WhisperModel | undefined {
  const allowed =
    'the path of a ggml file, or its address with its hash: https://.../ggml-base.bin#sha256=<64 hexadecimal digits>';
  const schema = z.string().transform((text, context): WhisperModel => {
    if (!/^https?:/i.test(text)) return { kind: 'file', path: resolve(folder, text) };
    const url = URL.parse(text);
    const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(url?.hash ?? '')?.[1];
    if (!url || sha256 === undefined) {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
    url.hash = '';
    return { kind: 'url', url: url.href, sha256: sha256.toLowerCase() };
  });
  return read('KINORA_WHISPER_MODEL', schema, allowed, 'secret');
}
