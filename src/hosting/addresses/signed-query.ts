import { createHmac, timingSafeEqual } from 'node:crypto';

/** The query of an address. */
export type AddressQuery = Readonly<Record<string, unknown>>;

/**
 * Signs an address. The query contains `expires`, in seconds since 1970, and `signature`, the HMAC-SHA256 of
 * `SUBJECT` + newline + `EXPIRES` in base64url.
 *
 * @param subject the thing that the address gives access to.
 * @param expires seconds since 1970.
 */
export function signQuery(secret: string, subject: string, expires: number): string {
  return `expires=${expires}&signature=${sign(secret, subject, String(expires))}`;
}

/**
 * Returns true if a query was signed for a subject and has not expired.
 *
 * @param now milliseconds since 1970.
 */
export function isSignedQuery(
  secret: string,
  subject: string,
  { expires, signature: given }: AddressQuery,
  now: number,
): boolean {
  if (typeof expires !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(expires)) return false;
  return isEqualInConstantTime(given, sign(secret, subject, expires)) && Number(expires) * 1000 > now;
}

function sign(secret: string, subject: string, expires: string): string {
  return createHmac('sha256', secret).update(`${subject}\n${expires}`).digest('base64url');
}

/** Compares two texts in constant time, so that the duration does not reveal where they differ. */
function isEqualInConstantTime(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
