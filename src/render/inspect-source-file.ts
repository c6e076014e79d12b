import { KinoraError } from '../base/errors.ts';
import type { IngestLimits, SourceFacts } from '../ingest/model.ts';
import { TOO_EXPENSIVE } from './inspect-media.ts';
import { isProcessFailure, runDespiteCrash } from './isolate/run-in-child.ts';
import type { ProcessLimits } from './isolate/watchdog.ts';
import type { RendererConfig } from './renderer-config.ts';

/**
 * Limits for inspecting a source. The largest picture needs most of the memory. Reading all of a large
 * recording that does not declare its duration needs most of the time.
 */
const LIMITS: ProcessLimits = { memoryBytes: 2 * 2 ** 30, timeMs: 180_000, stallMs: 180_000 };

/** The limits that a source must keep, and the signal that cancels its inspection. */
export interface SourceInspection {
  readonly limits: IngestLimits;
  readonly signal: AbortSignal;
}

/**
 * Finds out what a local file is and checks that it can be used as a source. See `inspectSource` of
 * `render/probe`.
 *
 * @throws {KinoraError} `asset_not_media` or `asset_too_large` with the reason in one sentence, or
 *   `cancelled`.
 */
export async function inspectSourceFile(
  path: string,
  { log, children }: RendererConfig,
  { limits, signal }: SourceInspection,
): Promise<SourceFacts> {
  try {
    const task = { kind: 'inspectSource', files: {}, path, sourceLimits: limits } as const;
    return await runDespiteCrash(task, { signal, log, children, limits: LIMITS });
  } catch (error) {
    throw isProcessFailure(error)
      ? new KinoraError('asset_not_media', `The file ${TOO_EXPENSIVE}.`, { cause: error })
      : error;
  }
}
