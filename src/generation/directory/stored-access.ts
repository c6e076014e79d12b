import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { asciiWord, baseUrl } from '../../base/setting.ts';
import type { AddedNames, OutsideProvider } from '../../create/model.ts';
import type { SecretBox } from '../../hosting/secret-box.ts';
import { credentialsContext } from '../../store/credentials.ts';
import type { ProviderAccess } from '../generation-provider.ts';

/** The access to a service as an operator gives it. */
export const StoredAccess = z.strictObject({
  key: asciiWord,
  url: baseUrl.optional(),
  model: z.string().trim().min(1).max(500).optional(),
});

const StoredNames = z.object({
  models: z.array(z.string()).default([]),
  voices: z.array(z.string()).default([]),
  avatars: z.array(z.string()).default([]),
});

/**
 * Decrypts the access of an owner to a service.
 *
 * @throws {KinoraError} `no_credentials` if it was encrypted with another key.
 */
export function openAccess(
  secretBox: SecretBox,
  sealed: string,
  { owner, name }: { readonly owner: string; readonly name: OutsideProvider },
): ProviderAccess {
  try {
    return StoredAccess.parse(
      JSON.parse(secretBox.decrypt(sealed, credentialsContext('provider', owner, name))),
    );
  } catch (cause) {
    const sentence = `The credentials for ${name} were stored with another key. The operator must set the same KINORA_CREDENTIALS_KEY on all machines, or store the credentials again with "kinora providers set ${name}".`;
    throw new KinoraError('no_credentials', sentence, { cause });
  }
}

/** Reads the stored names that an operator has added. */
export function readAddedNames(text: string): AddedNames {
  return StoredNames.parse(JSON.parse(text));
}
