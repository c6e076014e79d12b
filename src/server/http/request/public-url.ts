import type { FastifyRequest } from 'fastify';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import type { UploadAddresses } from '../../../hosting/addresses/upload-addresses.ts';
import type { ServerParts } from '../server-parts.ts';

/** The parts of the server that determine its public address. */
export type PublicUrlParts = Pick<ServerParts, 'publicUrl' | 'isPublicUrlSet'>;

/** A host name, an IPv4 address, or an IPv6 address in brackets, and a port if it is not the usual one. */
const HOST = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * Returns the public address of Kinora in the response to a request, without a slash at the end. It is the one
 * in the settings, or else the address that the client used. A client that names an invalid host gets the
 * address on this machine.
 */
export function publicUrlOf(
  { protocol, host }: { readonly protocol: string; readonly host: string },
  { publicUrl, isPublicUrlSet }: PublicUrlParts,
): string {
  if (isPublicUrlSet || !HOST.test(host) || !/^https?$/i.test(protocol)) return publicUrl();
  return URL.parse(`${protocol}://${host}`)?.origin ?? publicUrl();
}

/** Returns the addresses of files in the response to a request. */
export function fileAddressesFor(
  request: FastifyRequest,
  parts: PublicUrlParts & Pick<ServerParts, 'addresses'>,
): FileAddresses {
  return parts.addresses.at(publicUrlOf(request, parts));
}

/** Returns the addresses of uploads in the response to a request. */
export function uploadAddressesFor(
  request: FastifyRequest,
  parts: PublicUrlParts & Pick<ServerParts, 'uploadAddresses'>,
): UploadAddresses {
  return parts.uploadAddresses.at(publicUrlOf(request, parts));
}
