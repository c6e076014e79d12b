import { z } from 'zod';

/** An http or https address without a user, query or fragment. */
const ADDRESS = /^https?:\/\/[^/?#@\\]+(\/[^?#]*)?$/i;

/** Removes the slashes at the end of a base URL, so that paths can be appended. */
export function trimTrailingSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

/**
 * Creates the schema of the credential `endpoint`: the address of a service other than the provider's own.
 * The addresses of files begin with the endpoint and are shown to clients, so the endpoint must not hold a
 * secret.
 *
 * @param description one sentence for the operator.
 */
export function createEndpointSchema(description: string): z.ZodOptional<z.ZodURL> {
  return z
    .url({ protocol: /^https?$/, abort: true })
    .regex(ADDRESS, 'must have no user, password, query or fragment')
    .optional()
    .describe(`${description} It must have no user, password or query.`);
}
