import { type AddressQuery, isSignedQuery, signQuery } from './signed-query.ts';

const HOUR_SECONDS = 3600;
const VALID_HOURS = 24;

/** Creates and checks the public addresses of stored files. */
export interface FileAddresses {
  /** Returns the address below which the files lie, without a slash at the end. */
  baseUrl(): string;
  /** Returns the public address of a storage key. */
  urlOf(key: string): string;
  /** Returns true if an address with this query gives access to a storage key now. */
  allows(key: string, query: AddressQuery): boolean;
  /**
   * Returns the query that gives access to another storage key until the same time as a query that was allowed.
   * Empty if addresses are public.
   */
  queryLike(query: AddressQuery, key: string): string;
  /** True if addresses need a signature. */
  readonly areSigned: boolean;
  /**
   * Returns the addresses for a client that reaches Kinora at another public address, without a slash at the
   * end. A signature is valid at all of them. The address of a CDN stays the same.
   */
  at(publicUrl: string): FileAddresses;
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
 * Creates the addresses of files. A signed address is signed with its key: see {@link signQuery}. Addresses
 * expire at a full hour. Therefore the address of a file stays the same for an hour, and caches can reuse it.
 */
export function createFileAddresses(config: FileAddressConfig): FileAddresses {
  const { publicUrl, cdnUrl, secret, now = Date.now } = config;
  const at = (url: string): FileAddresses => createFileAddresses({ ...config, publicUrl: () => url });
  const base = (): string => cdnUrl ?? `${publicUrl()}/files`;
  if (secret === undefined) {
    return {
      at,
      baseUrl: base,
      urlOf: (key) => `${base()}/${key}`,
      allows: () => true,
      queryLike: () => '',
      areSigned: false,
    };
  }
  return {
    at,
    baseUrl: base,
    areSigned: true,
    urlOf(key) {
      const hour = Math.floor(now() / 1000 / HOUR_SECONDS);
      const expires = (hour + 1 + VALID_HOURS) * HOUR_SECONDS;
      return `${base()}/${key}?${signQuery(secret, key, expires)}`;
    },
    allows: (key, query) => isSignedQuery(secret, key, query, now()),
    queryLike: ({ expires }, key) => signQuery(secret, key, Number(expires)),
  };
}
