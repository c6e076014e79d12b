import { z } from 'zod';

/** An http(s) address without a user, a query and a fragment. */
const ADDRESS = /^https?:\/\/[^/?#@\\]+(\/[^?#]*)?$/i;

/**
 * The credential `endpoint`: the address of another service than the provider's own. Addresses that are shown begin with it, so it
 * holds no secret.
 *
 * @param what for those who are to give it, one sentence.
 */
export function endpointFor(what: string): z.ZodOptional<z.ZodURL> {
  return z
    .url({ protocol: /^https?$/, abort: true })
    .regex(ADDRESS, 'must have no user, password, query or fragment')
    .optional()
    .describe(`${what} It has no user, password or query.`);
}
