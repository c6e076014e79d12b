import { access, constants, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { discard } from '../../outbound/index.ts';
import type { Outbound, OutboundRequest, OutboundResponse } from '../../outbound/index.ts';

/** A hosted file in remote storage. It is read with HTTP requests. */
export interface HostedRemoteFile {
  request(options: OutboundRequest): Promise<OutboundResponse>;
}

/** The files that Kinora hosts. They are read from storage, not over the network. */
export interface HostedFiles {
  /** The public address of this service. */
  readonly baseUrl: string;
  /** The public address of the path `/files`. Differs from that below `baseUrl` if a CDN serves the files. */
  readonly filesUrl: string;
  /**
   * Finds the hosted file at a path below `baseUrl`. Returns a local path, a remote file, or undefined if
   * there is no such file.
   *
   * @param path percent-decoded, starts with `/`, without `..` segments.
   * @param query the query of the URL.
   */
  open(path: string, query: URLSearchParams): string | HostedRemoteFile | undefined;
  /**
   * Finds a hosted file at the path of a URL with any host, because a service has as many addresses as its
   * clients use. Returns undefined if the path cannot be that of a hosted file, or if the file is not in a local
   * storage. A remote file may be missing: then it answers with status 404, and the URL is fetched.
   */
  openElsewhere?(path: string, query: URLSearchParams): string | HostedRemoteFile | undefined;
}

/** A source that is a local file. */
export interface LocalSource {
  readonly kind: 'file';
  readonly path: string;
  /** The file as the client named it. */
  readonly displayName: string;
  /**
   * The folder that a relative path started from, which an error may name. Only for the user of this machine: a client
   * of the server cannot name local files.
   */
  readonly startedFrom?: string;
}

/** The location of a source: a local file, or a URL to fetch. */
export type SourceLocation = LocalSource | { readonly kind: 'url'; readonly url: URL };

/**
 * Returns the location of a source.
 *
 * @param source the source as written in the edit.
 * @param localFiles the base folder of relative paths. Without this folder, only URLs are allowed.
 * @throws {KinoraError} `asset_refused` if the source is neither an http or https URL nor an allowed local
 *   file; `asset_not_found` if it is the URL of a hosted file that does not exist.
 */
export function locateSource(
  source: string,
  hostedFiles: HostedFiles | undefined,
  localFiles: string | undefined,
): SourceLocation {
  const displayName = redactUrl(source);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(source)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return locateUrl(source, displayName, hostedFiles);
  if (localFiles !== undefined && scheme === 'file')
    return { kind: 'file', path: parseFileUrl(source, displayName), displayName };
  if (localFiles !== undefined && scheme === undefined) {
    const path = resolve(localFiles, source);
    return { kind: 'file', path, displayName, ...(!isAbsolute(source) && { startedFrom: localFiles }) };
  }
  throw new KinoraError('asset_refused', `"${displayName}" is not an http or https URL.`);
}

/**
 * Checks that a local file can be read.
 *
 * @throws {KinoraError} `asset_not_found` if the file is missing or not readable; `asset_not_media` if it is
 *   empty or not a regular file.
 */
export async function checkLocalFile({ path, displayName, startedFrom }: LocalSource): Promise<void> {
  try {
    const found = await stat(path);
    // Do not open the file: opening a pipe, for example, would block until a process writes to the pipe.
    if (!found.isFile())
      throw new KinoraError('asset_not_media', `"${displayName}" is a folder or device, not a file.`);
    if (found.size === 0) throw new KinoraError('asset_not_media', `"${displayName}" is empty.`);
    await access(path, constants.R_OK);
  } catch (cause) {
    if (cause instanceof KinoraError) throw cause;
    const reason = errorCodeOf(cause) === 'EACCES' ? 'is not readable by this user' : 'was not found';
    const hint = startedFrom === undefined ? '' : ` Relative paths start from "${startedFrom}".`;
    throw new KinoraError('asset_not_found', `"${displayName}" ${reason}.${hint}`, { cause });
  }
}

function locateUrl(
  source: string,
  displayName: string,
  hostedFiles: HostedFiles | undefined,
): SourceLocation {
  const url = URL.parse(source);
  if (url === null) throw new KinoraError('asset_refused', `"${displayName}" is not a valid URL.`);
  url.hash = '';
  if (hostedFiles === undefined) return { kind: 'url', url };
  if (hostedPathOf(url, hostedFiles) === undefined) {
    const path = openElsewhere(url, hostedFiles);
    return typeof path === 'string' ? { kind: 'file', path, displayName } : { kind: 'url', url };
  }
  const file = openHostedFile(url, hostedFiles);
  if (file === undefined)
    throw new KinoraError('asset_not_found', `${displayName} was not found in the storage of Kinora.`);
  return typeof file === 'string' ? { kind: 'file', path: file, displayName } : { kind: 'url', url };
}

/** Creates an outbound client that reads hosted files from storage and everything else over the network. */
export function routeToHostedFiles(outbound: Outbound, hostedFiles: HostedFiles | undefined): Outbound {
  if (hostedFiles === undefined) return outbound;
  return {
    ...outbound,
    async request(url, options) {
      const file = openHostedFile(url, hostedFiles);
      if (typeof file === 'object') return file.request(options);
      const elsewhere = openElsewhere(url, hostedFiles);
      if (typeof elsewhere !== 'object') return outbound.request(url, options);
      const response = await elsewhere.request(options);
      if (response.statusCode !== 404) return response;
      discard(response);
      return outbound.request(url, options);
    },
  };
}

/** True if a URL is that of a file in the remote storage of Kinora. */
export function isInStorage(url: URL, hostedFiles: HostedFiles | undefined): boolean {
  return hostedFiles !== undefined && typeof openHostedFile(url, hostedFiles) === 'object';
}

function openHostedFile(url: URL, hostedFiles: HostedFiles): string | HostedRemoteFile | undefined {
  const path = hostedPathOf(url, hostedFiles);
  return path !== undefined && isSafePath(path) ? hostedFiles.open(path, url.searchParams) : undefined;
}

/** Finds a hosted file by the path of a URL that is not below the public address. */
function openElsewhere(url: URL, hostedFiles: HostedFiles): string | HostedRemoteFile | undefined {
  if (hostedPathOf(url, hostedFiles) !== undefined) return undefined;
  return hostedFiles.openElsewhere?.(url.pathname, url.searchParams);
}

/** Returns the decoded path of a URL below the public address. Undefined for other URLs. */
function hostedPathOf(
  url: URL,
  { baseUrl, filesUrl }: Pick<HostedFiles, 'baseUrl' | 'filesUrl'>,
): string | undefined {
  const path = pathBelow(url, baseUrl);
  if (path !== undefined) return path;
  const file = pathBelow(url, filesUrl);
  return file === undefined ? undefined : `/files${file}`;
}

function pathBelow(url: URL, baseUrl: string): string | undefined {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  if (url.origin !== origin || !url.pathname.startsWith(`${prefix}/`)) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(prefix.length));
  } catch {
    // The path is not valid percent-encoding. No hosted file has such a name, so looking it up finds nothing.
    return url.pathname.slice(prefix.length);
  }
}

/**
 * True if a path has no `..` segment. The check is needed because the URL parser keeps a `..` segment next to
 * an encoded slash.
 */
function isSafePath(path: string): boolean {
  return !/[\0\\]/.test(path) && !path.split('/').includes('..');
}

function parseFileUrl(source: string, displayName: string): string {
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new KinoraError('asset_refused', `"${displayName}" does not name a file on this machine.`, {
      cause,
    });
  }
}
