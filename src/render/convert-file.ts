import { constants } from 'node:os';
import type { RenditionTransformation } from '../ingest/model.ts';
import { runInChild } from './isolate/run-in-child.ts';
import type { RendererConfig } from './renderer-config.ts';
import type { RenditionJob } from './renditions/make-rendition.ts';
import type { RenditionFile } from './renditions/rendition.ts';

/** The file of a rendition, and the signal and the progress of its conversion. */
export interface Conversion extends Pick<RenditionJob, 'to'> {
  readonly signal: AbortSignal;
  /** Called at each sign of progress. */
  readonly onProgress?: (() => void) | undefined;
}

/**
 * Makes a rendition of a local file in a child process. The process has a lower priority than renders.
 *
 * @throws {KinoraError} `validation_failed` if the transformation does not suit the file, `asset_not_media` or
 *   `asset_too_large` if the file cannot be read, `cancelled`, or the error of a process that exceeded its
 *   limits, which are those of a render. After a failure, the caller removes the unfinished file.
 */
export async function convertFile(
  path: string,
  transformation: RenditionTransformation,
  { log, children }: Pick<RendererConfig, 'log' | 'children'>,
  { to, signal, onProgress }: Conversion,
): Promise<RenditionFile> {
  const task = { kind: 'convert', files: {}, path, transformation, to } as const;
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  return await runInChild(task, { signal, onProgress: () => onProgress?.(), log, children, priority });
}
