import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_SECONDS = 3600;
const VALID_HOURS = 24;

/** The query of an address. */
export type AddressQuery = Readonly<Record<string, unknown>>;

/** Creates and checks the public addresses of stored files. */
export interface FileAddresses {
  /** Returns the public address of a storage key. */
  urlOf(key: string): string;
  /** Returns true if an address with this query gives access to a storage key now. */
  allows(key: string, query: AddressQuery): boolean;
  /** True if addresses need a signature. */
  readonly areSigned: boolean;
}

/** The configuration of addresses. */
export interface FileAddressConfig {
  /**
   * Returns the public address of Kinora, without a slash at the end. A function, because with port 0 the
   * address is known only when the server listens.
   */
  readonly publicUrl: () => string;
  /** Replaces `KINORA_URL/files`, for example by the address of a CDN. Without a slash at the end. */
  readonly cdnUrl: string | undefined;
  /**
   * The secret that signs addresses. Signed addresses expire after 24 to 25 hours. Without a secret,
   * addresses are public and do not expire.
   */
  readonly secret: string | undefined;
  /** Returns milliseconds since 1970. For tests. */
  readonly now?: () => number;
}

/**
 * Creates the addresses of files. A signed address contains `expires`, in seconds since 1970, and
 * `signature`, the HMAC-SHA256 of `KEY` + newline + `EXPIRES` in base64url. Addresses expire at a full hour.
 * Therefore the address of a file stays the same for an hour, and caches can reuse it.
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

/** Compares two texts in constant time, so that the duration does not reveal where they differ. */
function isEqualInConstantTime(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
