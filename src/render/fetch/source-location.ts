import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import type { Outbound, OutboundRequest, OutboundResponse } from '../../outbound/index.ts';

/** What answers for a file of ours that does not lie on this machine, as the server of its URL would. */
export interface HostedRemoteFile {
  request(options: OutboundRequest): Promise<OutboundResponse>;
}

/** URLs that are read from our own storage instead of the network. */
export interface HostedFiles {
  /** The public address of this service. */
  readonly baseUrl: string;
  /**
   * The local file behind a path of that address, what answers for one elsewhere, or nothing if there is none.
   *
   * @param path percent-decoded, starts with `/`, without `..` segments.
   * @param query what stands behind the path.
   */
  open(path: string, query: URLSearchParams): string | HostedRemoteFile | undefined;
}

/** What a source as it stands in an edit names: a file here, or a URL to fetch. */
export type SourceLocation =
  | { readonly kind: 'file'; readonly path: string; readonly displayName: string }
  | { readonly kind: 'url'; readonly url: URL };

/**
 * Tells local files from URLs.
 *
 * @param source the text of the edit.
 * @param localFiles base folder of relative paths; without it only URLs pass.
 * @throws {KinoraError} `asset_refused` if it is neither an http(s) URL nor an allowed local file; `asset_not_found` if
 *   nothing of ours has that URL.
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
    return { kind: 'file', path: resolve(localFiles, source), displayName };
  }
  throw new KinoraError('asset_refused', `"${displayName}" is not an http or https URL.`);
}

/**
 * Checks that a local file can be read.
 *
 * @param displayName the file as the client named it.
 * @throws {KinoraError} `asset_not_found` if it is missing or may not be read; `asset_not_media` if it is no file or empty.
 */
export async function checkLocalFile(path: string, displayName: string): Promise<void> {
  try {
    const found = await stat(path);
    // Only the kind is asked: opening a pipe, for one, would wait for whoever writes into it.
    if (!found.isFile())
      throw new KinoraError('asset_not_media', `"${displayName}" is a folder or device, not a file.`);
    if (found.size === 0) throw new KinoraError('asset_not_media', `"${displayName}" is empty.`);
    await access(path, constants.R_OK);
  } catch (cause) {
    if (cause instanceof KinoraError) throw cause;
    const reason = errorCodeOf(cause) === 'EACCES' ? 'may not be read by this user' : 'was not found';
    throw new KinoraError('asset_not_found', `"${displayName}" ${reason}.`, { cause });
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
  if (hostedFiles === undefined || hostedPathOf(url, hostedFiles.baseUrl) === undefined)
    return { kind: 'url', url };
  const file = openHostedFile(url, hostedFiles);
  if (file === undefined)
    throw new KinoraError('asset_not_found', `${displayName} was not found in our own storage.`);
  return typeof file === 'string' ? { kind: 'file', path: file, displayName } : { kind: 'url', url };
}

/** An outbound client that asks our own storage for our own files. */
export function routeToHostedFiles(outbound: Outbound, hostedFiles: HostedFiles | undefined): Outbound {
  if (hostedFiles === undefined) return outbound;
  return {
    ...outbound,
    request(url, options) {
      const file = openHostedFile(url, hostedFiles);
      return typeof file === 'object' ? file.request(options) : outbound.request(url, options);
    },
  };
}

function openHostedFile(url: URL, hostedFiles: HostedFiles): string | HostedRemoteFile | undefined {
  const path = hostedPathOf(url, hostedFiles.baseUrl);
  return path !== undefined && isSafePath(path) ? hostedFiles.open(path, url.searchParams) : undefined;
}

/** The decoded path behind our own public address, if the URL starts with it. */
function hostedPathOf(url: URL, baseUrl: string): string | undefined {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  if (url.origin !== origin || !url.pathname.startsWith(`${prefix}/`)) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(prefix.length));
  } catch {
    // Nothing of ours has a name that cannot be decoded; as it stands it will not be found.
    return url.pathname.slice(prefix.length);
  }
}

/** Whether a path stays where it says: an encoded slash may have hidden a step upwards from the URL parser. */
function isSafePath(path: string): boolean {
  return !/[\0\\]/.test(path) && !path.split('/').includes('..');
}

function parseFileUrl(source: string, displayName: string): string {
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new KinoraError('asset_refused', `"${displayName}" does not name a file of this machine.`, {
      cause,
    });
  }
}
