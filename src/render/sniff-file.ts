import { KinoraError } from '../base/errors.ts';
import { TOO_EXPENSIVE } from './inspect-media.ts';
import { isProcessFailure, runDespiteCrash } from './isolate/run-in-child.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import type { FileType } from './probe/sniff.ts';
import type { RendererConfig } from './renderer-config.ts';

/** Reading the first bytes of a file needs little. */
const LIMITS: ProcessLimits = { memoryBytes: 2 ** 30, timeMs: 30_000, stallMs: 30_000 };

/**
 * Finds out the type of a local file from its first bytes. A child process reads them, because they are
 * untrusted.
 *
 * @throws {KinoraError} `asset_not_media` if the child process ends because of the file, or `cancelled`.
 */
export async function sniffFile(
  path: string,
  { log, children }: Pick<RendererConfig, 'log' | 'children'>,
  signal: AbortSignal,
): Promise<FileType> {
  try {
    const task = { kind: 'sniff', files: { file: path } } as const;
    return await runDespiteCrash(task, { signal, log, children, limits: LIMITS });
  } catch (error) {
    throw isProcessFailure(error)
      ? new KinoraError('asset_not_media', `The file ${TOO_EXPENSIVE}.`, { cause: error })
      : error;
  }
}
