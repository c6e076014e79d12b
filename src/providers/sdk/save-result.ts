import { createWriteStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { KinoraError } from '../../base/errors.ts';
import type { GeneratedFile, ServiceName } from '../../create/model.ts';
import type { DetectedType, ServiceContext } from '../../generation/generation-provider.ts';
import { discard, headerOf, type OutboundResponse, readText } from '../../outbound/index.ts';
import { MAX_JSON_BYTES, type ServiceConnection } from './provider-call.ts';
import { ServiceResponseError } from './sdk-failure.ts';

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
  readonly context: Pick<ServiceContext, 'folder' | 'detectType'>;
  /** Maximum size in bytes. Default: that of {@link MAX_RESULT_BYTES}. */
  readonly maxBytes?: number;
}

/**
 * Downloads a result without the key, because results usually are on other hosts.
 *
 * @throws {KinoraError} `provider_refused` if the result is gone, too large, or not of the kind.
 */
export async function downloadResult(
  connection: ServiceConnection,
  { url, kind, context, maxBytes = MAX_RESULT_BYTES[kind] }: ResultDownload,
): Promise<GeneratedFile> {
  const { service, outbound, signal, limitMs } = connection;
  const target = URL.parse(url);
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw createResultError(service, 'has no http or https URL');
  const response = await outbound.request(target, { stallTimeoutMs: limitMs, signal });
  await checkStatus(service, response);
  const path = join(context.folder, 'result');
  await pipeline(response.body, limitBytes(service, maxBytes), createWriteStream(path), {
    signal,
  });
  return nameResult(path, kind, context, connection);
}

/** Writes the bytes of a result. @throws {KinoraError} `provider_refused` if they are not of the kind. */
export async function writeResult(
  connection: Pick<ServiceConnection, 'service' | 'signal'>,
  bytes: Uint8Array,
  { kind, context }: Pick<ResultDownload, 'kind' | 'context'>,
): Promise<GeneratedFile> {
  const path = join(context.folder, 'result');
  await writeFile(path, bytes);
  return nameResult(path, kind, context, connection);
}

/** Gives a file the extension that fits its bytes. */
async function nameResult(
  path: string,
  kind: ResultKind,
  { detectType }: ResultDownload['context'],
  { service, signal }: Pick<ServiceConnection, 'service' | 'signal'>,
): Promise<GeneratedFile> {
  const { mediaType, extension } = await detectResult();
  if (mediaType?.startsWith(`${kind}/`) !== true || extension === undefined)
    throw createResultError(service, NOT_OF_KIND[kind]);
  await rename(path, path + extension);
  return { path: path + extension, extension, warnings: [] };

  async function detectResult(): Promise<DetectedType> {
    try {
      return await detectType(path, signal);
    } catch (error) {
      if (error instanceof KinoraError && error.code === 'asset_not_media') return {};
      throw error;
    }
  }
}

/** The status of a result is not that of the service: a signed URL that is over answers 403. */
async function checkStatus(service: ServiceName, response: OutboundResponse): Promise<void> {
  const { statusCode: status } = response;
  if (status === 200) return;
  if (status === 408 || status === 429 || status >= 500) {
    const body = await readText(response, MAX_JSON_BYTES, () => new ServiceResponseError({ status }));
    throw new ServiceResponseError({ status, body, retryAfter: headerOf(response, 'retry-after') });
  }
  discard(response);
  throw createResultError(service, `cannot be downloaded: its server answered ${status}`);
}

function limitBytes(service: ServiceName, maxBytes: number) {
  return async function* limit(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw createResultError(service, `has more than ${maxBytes / 1e6} MB`);
      yield chunk;
    }
  };
}

function createResultError(service: ServiceName, what: string): KinoraError {
  return new KinoraError('provider_refused', `The result of the service ${service} ${what}.`);
}
