import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_SECONDS = 3600;
const VALID_HOURS = 24;

/** The part of an address behind its question mark. */
export type AddressQuery = Readonly<Record<string, unknown>>;

/** The public addresses of stored files: who makes them, and whom they let in. */
export interface FileAddresses {
  /** The address that is handed out for a key. */
  urlOf(key: string): string;
  /** Whether an address with this query opens a key now. */
  allows(key: string, query: AddressQuery): boolean;
  /** Whether an address opens nothing without its signature. */
  readonly areSigned: boolean;
}

/** How addresses are made. */
export interface FileAddressConfig {
  /** Our public address without a slash at its end. A function, because with a free port it is known only after listening. */
  readonly publicUrl: () => string;
  /** What stands for `KINORA_URL/files` when it is another one, such as that of a CDN; without a slash at its end. */
  readonly cdnUrl: string | undefined;
  /** Signs addresses, which then end after 24 to 25 hours; absent: they stay, and open for everybody. */
  readonly secret: string | undefined;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/**
 * Makes the addresses of files. A signed one carries `expires`, in seconds since 1970, and `signature`, the HMAC-SHA256 of
 * `KEY` + newline + `EXPIRES` in base64url. It ends at a full hour, so that it stays the same for an hour and caches know it again.
 */
export function createFileAddresses({
  publicUrl,
  cdnUrl,
  secret,
  now = Date.now,
}: FileAddressConfig): FileAddresses {
  const base = (): string => cdnUrl ?? `${publicUrl()}/files`;
  const seconds = (): number => Math.floor(now() / 1000);
  if (secret === undefined) {
    return { urlOf: (key) => `${base()}/${key}`, allows: () => true, areSigned: false };
  }
  return {
    areSigned: true,
    urlOf(key) {
      const expires = (Math.floor(seconds() / HOUR_SECONDS) + 1 + VALID_HOURS) * HOUR_SECONDS;
      return `${base()}/${key}?expires=${expires}&signature=${sign(secret, key, String(expires))}`;
    },
    allows(key, { expires, signature: given }) {
      if (typeof expires !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(expires))
        return false;
      return isEqualInConstantTime(given, sign(secret, key, expires)) && Number(expires) > seconds();
    },
  };
}

function sign(secret: string, key: string, expires: string): string {
  return createHmac('sha256', secret).update(`${key}\n${expires}`).digest('base64url');
}

/** Takes the same time wherever they differ. */
function isEqualInConstantTime(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
