import { createWriteStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { KinoraError } from '../../base/errors.ts';
import type { CreatedExtension, GeneratedFile, OutsideProvider } from '../../create/model.ts';
import type { DetectedType, ProviderContext } from '../../generation/generation-provider.ts';
import {
  discard,
  headerOf,
  isRetryableStatus,
  type OutboundResponse,
  parseRetryAfter,
} from '../../outbound/index.ts';
import { toProviderError } from '../provider-errors.ts';
import { callProvider } from './send-request.ts';

/** The kinds of files that services return. */
type ResultKind = 'image' | 'video' | 'audio';

/** Maximum sizes of results in bytes. */
const MAX_RESULT_BYTES: Readonly<Record<ResultKind, number>> = {
  image: 50e6,
  video: 200e6,
  audio: 50e6,
};

const NOT_OF_KIND: Readonly<Record<ResultKind, string>> = {
  image: 'is not an image',
  video: 'is not a video',
  audio: 'is not a sound',
};

/** A result to download. */
export interface ResultDownload {
  readonly url: string;
  readonly kind: ResultKind;
  /** Time limit in milliseconds. */
  readonly limitMs: number;
  /** Maximum size in bytes. Default: that of {@link MAX_RESULT_BYTES}. */
  readonly maxBytes?: number | undefined;
}

/**
 * Downloads a result without the key, because results usually are on other hosts.
 *
 * @throws {KinoraError} `provider_refused` if the result is gone, too large, or not of the kind.
 */
export function downloadResult(
  service: OutsideProvider,
  { url, kind, limitMs, maxBytes = MAX_RESULT_BYTES[kind] }: ResultDownload,
  context: ProviderContext,
): Promise<GeneratedFile> {
  return callProvider(service, 'fetch', context, async (outbound) => {
    const target = URL.parse(url);
    if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
      throw createResultError(service, 'has no http or https URL');
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]);
    const response = await outbound.request(target, { stallTimeoutMs: limitMs, signal });
    checkStatus(service, response);
    const path = join(context.folder, 'result');
    await pipeline(response.body, limitBytes(service, maxBytes), createWriteStream(path), { signal });
    return nameResult(service, kind, path, { ...context, signal });
  });
}

/**
 * Writes a result that came with the answer to a paid request.
 *
 * @throws {KinoraError} `provider_unknown` if this machine cannot write it.
 */
export async function writeResult(
  service: OutsideProvider,
  content: string | Uint8Array,
  extension: CreatedExtension | '',
  { folder }: Pick<ProviderContext, 'folder'>,
): Promise<GeneratedFile> {
  const path = join(folder, `result${extension}`);
  await writeFile(path, content).catch((error: unknown) => {
    throw toProviderError(service, 'start', { error }, '');
  });
  return { path, extension, warnings: [] };
}

/**
 * Writes a result of a type that its bytes must show, as {@link writeResult} does.
 *
 * @throws {KinoraError} `provider_refused` if the bytes are not of the kind.
 */
export async function writeMedia(
  service: OutsideProvider,
  bytes: Uint8Array,
  kind: ResultKind,
  context: Pick<ProviderContext, 'folder' | 'detectType' | 'signal'>,
): Promise<GeneratedFile> {
  const { path } = await writeResult(service, bytes, '', context);
  return nameResult(service, kind, path, context);
}

/** Gives a file the extension that fits its bytes. */
async function nameResult(
  service: OutsideProvider,
  kind: ResultKind,
  path: string,
  { detectType, signal }: Pick<ProviderContext, 'detectType' | 'signal'>,
): Promise<GeneratedFile> {
  const { mediaType, extension } = await detectType(path, signal).catch((error: unknown): DetectedType => {
    if (error instanceof KinoraError && error.code === 'asset_not_media') return {};
    throw error;
  });
  if (mediaType?.startsWith(`${kind}/`) !== true || extension === undefined)
    throw createResultError(service, NOT_OF_KIND[kind]);
  await rename(path, path + extension);
  return { path: path + extension, extension, warnings: [] };
}

/** The status of a result is not that of the service: a signed URL that is over answers 403. */
function checkStatus(service: OutsideProvider, response: OutboundResponse): void {
  const { statusCode: status } = response;
  if (status === 200) return;
  discard(response);
  if (isRetryableStatus(status)) {
    const retryAfterMs = parseRetryAfter(headerOf(response, 'retry-after'));
    throw toProviderError(service, 'fetch', { status, retryAfterMs }, '');
  }
  throw createResultError(service, `cannot be downloaded: its server answered ${status}`);
}

function limitBytes(service: OutsideProvider, maxBytes: number) {
  return async function* limit(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw createResultError(service, `has more than ${maxBytes / 1e6} MB`);
      yield chunk;
    }
  };
}

function createResultError(service: OutsideProvider, what: string): KinoraError {
  return new KinoraError('provider_refused', `The result of the service ${service} ${what}.`);
}
