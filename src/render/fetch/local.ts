import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../../base/code-of.ts';
import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import type { Outbound, OutboundRequest, OutboundResponse } from '../../outbound/index.ts';

/** What answers for a file of ours that does not lie on this machine, as the server of its URL would. */
export interface OwnRemote {
  request(options: OutboundRequest): Promise<OutboundResponse>;
}

/** URLs that are read from our own storage instead of the network. */
export interface OwnFiles {
  /** The public address of this service. */
  readonly base: string;
  /**
   * The local file behind a path of that address, what answers for one elsewhere, or nothing if there is none.
   *
   * @param path percent-decoded, starts with `/`, without `..` segments.
   * @param query what stands behind the path.
   */
  open(path: string, query: URLSearchParams): string | OwnRemote | undefined;
}

/** What a source as it stands in an edit names: a file here, or a URL to fetch. */
export type Located =
  | { readonly kind: 'file'; readonly path: string; readonly shown: string }
  | { readonly kind: 'url'; readonly url: URL };

/**
 * Tells local files from URLs.
 *
 * @param source the text of the edit.
 * @param localFiles base folder of relative paths; without it only URLs pass.
 * @throws {KinoraError} `asset_refused` if it is neither an http(s) URL nor an allowed local file; `asset_not_found` if
 *   nothing of ours has that URL.
 */
export function locate(source: string, own: OwnFiles | undefined, localFiles: string | undefined): Located {
  const shown = shownUrl(source);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(source)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return remote(source, shown, own);
  if (localFiles !== undefined && scheme === 'file')
    return { kind: 'file', path: filePath(source, shown), shown };
  if (localFiles !== undefined && scheme === undefined) {
    return { kind: 'file', path: resolve(localFiles, source), shown };
  }
  throw new KinoraError('asset_refused', `"${shown}" is not an http or https URL.`);
}

/**
 * Checks that a local file can be read.
 *
 * @param shown the file as the client named it.
 * @throws {KinoraError} `asset_not_found` if it is missing or may not be read; `asset_not_media` if it is no file or empty.
 */
export async function checkFile(path: string, shown: string): Promise<void> {
  try {
    const found = await stat(path);
    // Only the kind is asked: opening a pipe, for one, would wait for whoever writes into it.
    if (!found.isFile())
      throw new KinoraError('asset_not_media', `"${shown}" is a folder or device, not a file.`);
    if (found.size === 0) throw new KinoraError('asset_not_media', `"${shown}" is empty.`);
    await access(path, constants.R_OK);
  } catch (cause) {
    if (cause instanceof KinoraError) throw cause;
    const reason = codeOf(cause) === 'EACCES' ? 'may not be read by this user' : 'was not found';
    throw new KinoraError('asset_not_found', `"${shown}" ${reason}.`, { cause });
  }
}

function remote(source: string, shown: string, own: OwnFiles | undefined): Located {
  const url = URL.parse(source);
  if (url === null) throw new KinoraError('asset_refused', `"${shown}" is not a valid URL.`);
  url.hash = '';
  if (own === undefined || ownPath(url, own.base) === undefined) return { kind: 'url', url };
  const file = ownFile(url, own);
  if (file === undefined)
    throw new KinoraError('asset_not_found', `${shown} was not found in our own storage.`);
  return typeof file === 'string' ? { kind: 'file', path: file, shown } : { kind: 'url', url };
}

/** A way out that asks our own storage for what is ours. */
export function withOwnFiles(outbound: Outbound, own: OwnFiles | undefined): Outbound {
  if (own === undefined) return outbound;
  return {
    ...outbound,
    request(url, options) {
      const file = ownFile(url, own);
      return typeof file === 'object' ? file.request(options) : outbound.request(url, options);
    },
  };
}

function ownFile(url: URL, own: OwnFiles): string | OwnRemote | undefined {
  const path = ownPath(url, own.base);
  return path !== undefined && isPlain(path) ? own.open(path, url.searchParams) : undefined;
}

/** The decoded path behind our own public address, if the URL starts with it. */
function ownPath(url: URL, base: string): string | undefined {
  const { origin, pathname } = new URL(base);
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
function isPlain(path: string): boolean {
  return !/[\0\\]/.test(path) && !path.split('/').includes('..');
}

function filePath(source: string, shown: string): string {
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new KinoraError('asset_refused', `"${shown}" does not name a file of this machine.`, { cause });
  }
}
