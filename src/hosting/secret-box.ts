import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { KinoraError } from '../base/errors.ts';

/** Encrypts what must not be read by whoever sees the database. */
export interface SecretBox {
  /** @param context whose it is and what for. Only the same context decrypts it, so nobody can move it elsewhere. */
  encrypt(text: string, context: string): string;
  /** @throws {KinoraError} `destination_refused` if it was not encrypted with this key and context. */
  decrypt(encrypted: string, context: string): string;
}

/** Bytes of a key. */
export const SECRET_BOX_KEY_BYTES = 32;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** AES-256-GCM with a new nonce for each text: base64 of nonce, tag and cipher text. @param key of {@link SECRET_BOX_KEY_BYTES}. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    encrypt(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
    },
    decrypt(encrypted, context) {
      const bytes = Buffer.from(encrypted, 'base64');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]);
        return text.toString('utf8');
      } catch (cause) {
        throw new KinoraError(
          'destination_refused',
          'The credentials were stored with another key; the operator has to give all machines one KINORA_CREDENTIALS_KEY, or store them again with kinora destinations set.',
          { cause },
        );
      }
    },
  };
}
