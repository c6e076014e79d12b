import { KinoraError } from '../../base/errors.ts';
import { type Edit, listGeneratedAssets, outputShape, usesCache } from '../../edit/model.ts';
import { findGenerated, generateAssets, type Generation } from '../generate/generate-assets.ts';
import type { RunState } from './run-state.ts';

/** Generates the assets of the edit. For a single frame or a look at the sound, only finds those that are kept. */
export async function generateAll(state: RunState): Promise<void> {
  const { edit, kind, config, options } = state;
  if (listGeneratedAssets(edit).length === 0) return;
  const { owner, folder, signal, requestedAt } = options;
  const onProgress = (activity?: string): void =>
    options.onProgress?.({ phase: 'generating', ...(activity !== undefined && { activity }) });
  onProgress();
  const make = kind === 'output' ? generateAssets : findAll;
  const generation = await make(edit, {
    generated: config.generated,
    viewport: outputShape(edit.output),
    cache: usesCache(edit),
    owner,
    folder,
    signal,
    requestedAt,
    onProgress,
  });
  state.generation = generation;
  state.edit = generation.edit;
}

/**
 * Finds the generated files of an edit.
 *
 * @throws {KinoraError} the reason of the first missing file, mostly `not_generated`.
 */
async function findAll(edit: Edit, options: Parameters<typeof findGenerated>[1]): Promise<Generation> {
  const found = await findGenerated(edit, options);
  const [first] = found.missing;
  if (!first) return found;
  const { field, reason } = first;
  throw new KinoraError(reason.code, `${field}: ${reason.message}`, { cause: reason });
}
