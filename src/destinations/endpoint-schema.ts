import { z } from 'zod';

/** An http(s) address without a user, a query and a fragment. */
const ADDRESS = /^https?:\/\/[^/?#@\\]+(\/[^?#]*)?$/i;

/** A base URL, ready for paths to be appended. */
export function trimTrailingSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

/**
 * The credential `endpoint`: the address of another service than the provider's own. Addresses that are shown begin with it, so it
 * holds no secret.
 *
 * @param description for those who set it, one sentence.
 */
export function createEndpointSchema(description: string): z.ZodOptional<z.ZodURL> {
  return z
    .url({ protocol: /^https?$/, abort: true })
    .regex(ADDRESS, 'must have no user, password, query or fragment')
    .optional()
    .describe(`${description} It has no user, password or query.`);
}
