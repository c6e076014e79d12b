import type { PublicUrlParts } from '../request/public-url.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * True if the page that sends a request belongs to whoever runs this server: a page at its public address, or one of
 * the machine of the browser. The address of the request does not count, because a name of another site can be made to
 * lead to this machine.
 *
 * @param origin the header `Origin`.
 */
export function isPageOfOwner(origin: string, { publicUrl, isPublicUrlSet }: PublicUrlParts): boolean {
  const page = URL.parse(origin);
  if (page === null) return false;
  if (isPublicUrlSet && page.origin === new URL(publicUrl()).origin) return true;
  return LOOPBACK.includes(page.hostname);
}
