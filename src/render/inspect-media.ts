import { KinoraError } from '../base/errors.ts';
import { redactUrl } from '../base/redact-url.ts';
import { isProcessFailure, runInChild } from './child/run-in-child.ts';
import type { FfprobeReport } from './probe/inspect-file.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';

/**
 * The reason given if reading a file exceeds the limits of its process. A phrase that follows the name of the
 * file.
 */
export const TOO_EXPENSIVE = 'cannot be read: it needs more time or memory than any media file should';

/**
 * Reads a file in a child process.
 *
 * @param displayName the name of the file in messages.
 * @throws {KinoraError} `asset_not_media` if the file crashes the process or makes it exceed its limits.
 */
export async function readCheaply<Result>(displayName: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw isProcessFailure(error)
      ? new KinoraError('asset_not_media', `${displayName} ${TOO_EXPENSIVE}.`, { cause: error })
      : error;
  }
}

/**
 * Describes a media file as `ffprobe -show_streams -show_chapters -show_format -of json` does.
 *
 * @param url a URL that `Sources.openForInspection` accepts. The description contains this URL without
 *   credentials.
 * @throws {KinoraError} `asset_not_media` with a message that says what the file is, another `asset_` code if
 *   the file is unavailable, or `cancelled`.
 */
export async function inspectMedia(
  url: string,
  { sources, log, children }: RendererConfig,
  { owner, signal }: RequestContext,
): Promise<FfprobeReport> {
  const displayName = redactUrl(url);
  const source = await sources.openForInspection(url, { owner, cache: true, signal });
  try {
    const files = { [url]: source.file };
    const task = { kind: 'inspect', files, filename: removeCredentials(url), displayName } as const;
    return await readCheaply(displayName, () => runInChild(task, { signal, log, children }));
  } finally {
    await source.release();
  }
}

function removeCredentials(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}
