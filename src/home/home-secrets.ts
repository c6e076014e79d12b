import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { flushName } from '../base/disk/flush.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import { generateKey, type KeyPair } from '../store/accounts/keys.ts';
import { type Home, locateKeyFile } from './home.ts';

const KeyFile = z.strictObject({ v1: z.string().min(1), stage: z.string().min(1) });

/**
 * Loads the keys of the first account from the home folder. The first call creates them, readable only by the
 * owner.
 */
export async function loadKeys(home: Home): Promise<KeyPair> {
  const path = locateKeyFile(home);
  return (await findStoredKeys(home)) ?? parseKeys(path, await createKeys(path));
}

/** Returns the keys of the first account from the home folder, or undefined if there are none yet. */
export async function findStoredKeys(home: Home): Promise<KeyPair | undefined> {
  const path = locateKeyFile(home);
  const text = await ignoreMissing(readFile(path, 'utf8'));
  return text === undefined ? undefined : parseKeys(path, text);
}

function parseKeys(path: string, text: string): KeyPair {
  const parsed = KeyFile.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data;
  throw new KinoraError(
    'invalid_setting',
    `${path} is damaged. It must be {"v1":"<key>","stage":"<key>"}. Repair it, or remove it to get new keys.`,
  );
}

/**
 * Loads the secret that signs the addresses of files. Used if the settings have no secret. The first call
 * creates the secret.
 */
export async function loadFilesSecret(home: Home): Promise<string> {
  return (
    (await findFilesSecret(home)) ??
    (await createOrRead(locateFilesSecret(home), randomBytes(32).toString('base64url')))
  );
}

/** Returns the secret that signs the addresses of files, or undefined if the home folder has none. */
export async function findFilesSecret(home: Home): Promise<string | undefined> {
  return await ignoreMissing(readFile(locateFilesSecret(home), 'utf8'));
}

/** Returns the path of the secret that signs the addresses of files. */
export function locateFilesSecret({ folder }: Home): string {
  return join(folder, 'files.secret');
}

/**
 * Loads the key that encrypts credentials. Used if the settings have no key. The first call generates the
 * key, readable only by the owner.
 *
 * @param byteCount the length of the key in bytes.
 */
export async function loadCredentialsKey(home: Home, byteCount: number): Promise<Buffer> {
  const path = locateCredentialsKey(home);
  return (
    (await findCredentialsKey(home, byteCount)) ??
    parseCredentialsKey(
      path,
      await createOrRead(path, `${randomBytes(byteCount).toString('base64')}\n`),
      byteCount,
    )
  );
}

/** Returns the key that encrypts credentials, or undefined if the home folder has none. */
export async function findCredentialsKey(home: Home, byteCount: number): Promise<Buffer | undefined> {
  const path = locateCredentialsKey(home);
  const text = await ignoreMissing(readFile(path, 'utf8'));
  return text === undefined ? undefined : parseCredentialsKey(path, text, byteCount);
}

function locateCredentialsKey({ folder }: Home): string {
  return join(folder, 'credentials.key');
}

function parseCredentialsKey(path: string, text: string, byteCount: number): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === byteCount) return key;
  throw new KinoraError(
    'invalid_setting',
    `${path} is damaged. It must be ${byteCount} bytes in base64. Repair it, or remove it to get a new key, which cannot decrypt the stored credentials.`,
  );
}

function createKeys(path: string): Promise<string> {
  const keys: KeyPair = { v1: generateKey(), stage: generateKey() };
  return createOrRead(path, `${JSON.stringify(keys, null, 2)}\n`);
}

/** Creates a file and returns its text. If another process has created the file first, returns that text. */
async function createOrRead(path: string, text: string): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  try {
    // Link instead of renaming: a link never replaces an existing file.
    await link(temporary, path);
    await flushName(path);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
  return await readFile(path, 'utf8');
}
