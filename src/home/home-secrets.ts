import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { flushName } from '../base/disk/flush.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { SECRET_BOX_KEY_BYTES } from '../base/secret-box-key-bytes.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import { generateKey, type KeyPair } from '../store/accounts/keys.ts';
import type { Home } from './home.ts';

const KeyFile = z.strictObject({ v1: z.string().min(1), stage: z.string().min(1) });

/** The keys of the first account. */
export const KEY_FILE = declareSecret(
  'keys.json',
  () => `${JSON.stringify({ v1: generateKey(), stage: generateKey() }, null, 2)}\n`,
  (text, path): KeyPair => {
    const parsed = KeyFile.safeParse(tryParseJson(text));
    if (parsed.success) return parsed.data;
    throw new KinoraError(
      'invalid_setting',
      `${path} is damaged. It must be {"v1":"<key>","stage":"<key>"}. Repair it, or remove it to get new keys.`,
    );
  },
);

/** The secret that signs the addresses of files. */
export const FILES_SECRET = declareSecret(
  'files.secret',
  () => randomBytes(32).toString('base64url'),
  (text) => text,
);

/** The key that encrypts credentials. */
export const CREDENTIALS_KEY = declareSecret(
  'credentials.key',
  () => `${randomBytes(SECRET_BOX_KEY_BYTES).toString('base64')}\n`,
  (text, path) => {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length === SECRET_BOX_KEY_BYTES) return key;
    throw new KinoraError(
      'invalid_setting',
      `${path} is damaged. It must be ${SECRET_BOX_KEY_BYTES} bytes in base64. Repair it, or remove it to get a new key, which cannot decrypt the stored credentials.`,
    );
  },
);

/**
 * Declares a secret in the home folder, which is used if the settings have none.
 *
 * @param create returns the text of a new file.
 * @param parse reads the text of the file. @throws {KinoraError} `invalid_setting` if it is damaged.
 */
function declareSecret<Value>(
  name: string,
  create: () => string,
  parse: (text: string, path: string) => Value,
) {
  /** Returns the path of the secret. */
  const locate = ({ folder }: Home): string => join(folder, name);
  /** Returns the secret, or undefined if there is none yet. */
  const find = async (home: Home): Promise<Value | undefined> => {
    const text = await ignoreMissing(readFile(locate(home), 'utf8'));
    return text === undefined ? undefined : parse(text, locate(home));
  };
  /** Returns the secret. The first call creates it, readable only by the owner. */
  const load = async (home: Home): Promise<Value> =>
    (await find(home)) ?? parse(await createOrRead(locate(home), create()), locate(home));
  return { locate, find, load };
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
