import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { KinoraError } from '../base/errors.ts';

/** Encrypts secrets for the database. */
export interface SecretBox {
  /**
   * Encrypts a text.
   *
   * @param context the owner and the purpose of the secret. Only the same context decrypts it.
   */
  encrypt(text: string, context: string): string;
  /**
   * Decrypts a text.
   *
   * @throws {KinoraError} `destination_refused` if the text was encrypted with another key or context.
   */
  decrypt(encrypted: string, context: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Creates a secret box. It uses AES-256-GCM with a new nonce for each text, and returns nonce, tag and cipher
 * text in base64.
 *
 * @param key `SECRET_BOX_KEY_BYTES` bytes.
 */
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
          'The credentials were stored with another key. The operator must set the same KINORA_CREDENTIALS_KEY on all machines, or store the credentials again with "kinora destinations set".',
          { cause },
        );
      }
    },
  };
}
