import { type AddressQuery, isSignedQuery, signQuery } from './signed-query.ts';

/** Creates and checks the addresses to which clients send files without a key. */
export interface UploadAddresses {
  /**
   * Returns the address that takes the bytes of a source by `PUT`. Its query also allows the creation of a
   * resumable upload for the source: see {@link isValid}.
   *
   * @param stage `v1` or `stage`.
   * @param id id of the source.
   */
  urlOf(stage: string, id: string, expires: Date): string;
  /** Returns true if a query allows uploads to a source now. */
  isValid(stage: string, id: string, query: AddressQuery): boolean;
  /**
   * Returns the address of a resumable upload.
   *
   * @param path name of the upload and id of the source: `NAME/ID`.
   * @param expires end of the signature. Without it, the address is not signed, and requests need a key.
   */
  resumableUrlOf(stage: string, path: string, expires?: Date): string;
  /** Returns true if a query allows requests to a resumable upload now. */
  isValidResumable(stage: string, path: string, query: AddressQuery): boolean;
  /**
   * Returns the addresses for a client that reaches Kinora at another public address, without a slash at the
   * end. A signature is valid at all of them.
   */
  at(publicUrl: string): UploadAddresses;
}

/** The configuration of addresses for uploads. */
export interface UploadAddressConfig {
  /** Returns the public address of Kinora, without a slash at the end. */
  readonly publicUrl: () => string;
  /** The secret that signs addresses. All processes on a database share it. */
  readonly secret: string;
  /** Returns milliseconds since 1970. For tests. */
  readonly now?: () => number;
}

/** Creates the addresses of uploads. Each is signed with its path. See {@link signQuery}. */
export function createUploadAddresses(config: UploadAddressConfig): UploadAddresses {
  const { publicUrl, secret, now = Date.now } = config;
  const sign = (path: string, expires: Date): string =>
    `${publicUrl()}${path}?${signQuery(secret, path, Math.floor(expires.getTime() / 1000))}`;
  const isSigned = (path: string, query: AddressQuery): boolean => isSignedQuery(secret, path, query, now());
  return {
    urlOf: (stage, id, expires) => sign(uploadPath(stage, id), expires),
    isValid: (stage, id, query) => isSigned(uploadPath(stage, id), query),
    resumableUrlOf: (stage, path, expires) =>
      expires === undefined
        ? `${publicUrl()}${resumablePath(stage, path)}`
        : sign(resumablePath(stage, path), expires),
    isValidResumable: (stage, path, query) => isSigned(resumablePath(stage, path), query),
    at: (url) => createUploadAddresses({ ...config, publicUrl: () => url }),
  };
}

function uploadPath(stage: string, id: string): string {
  return `/ingest/${stage}/upload/${id}`;
}

function resumablePath(stage: string, path: string): string {
  return `/ingest/${stage}/tus/${path}`;
}
