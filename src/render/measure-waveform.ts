import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { usePath } from '../base/process/paths-in-use.ts';
import type { PackedEdit, Waveform, WaveformRequest } from '../edit/model.ts';
import { isProcessFailure, repeatAfterCrash } from './child/run-in-child.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';
import { runRender } from './steps/run-render.ts';
import { RunState } from './steps/run-state.ts';

/**
 * Mixes the sound of an edit like a render, without its pictures, and measures its peaks.
 *
 * @param edit the edit, reduced to what is heard.
 * @throws {KinoraError} the same errors as `Renderer.render`, and `validation_failed` if the edit exceeds the limits
 *   of a frame.
 */
export async function measureWaveform(
  edit: PackedEdit,
  { points }: WaveformRequest,
  config: RendererConfig,
  context: RequestContext,
): Promise<Waveform> {
  const { frameLimits, log } = config;
  try {
    return await repeatAfterCrash(() => measure(edit, points, config, context), {
      signal: context.signal,
      log,
    });
  } catch (error) {
    if (!frameLimits || !isProcessFailure(error)) throw error;
    const message =
      'The waveform needs more time or memory than a waveform is allowed. Use fewer clips, or a shorter edit.';
    throw new KinoraError('validation_failed', message, { cause: error });
  }
}

async function measure(
  edit: PackedEdit,
  points: number,
  config: RendererConfig,
  { owner, signal, onProgress }: RequestContext,
): Promise<Waveform> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(config.folder, 'waveform-'));
  stack.use(usePath(folder));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const options = { owner, watermark: false, folder, signal, onProgress };
  const state = stack.use(new RunState(edit, 'sound', config, options));
  // The job measures only, so no file is written.
  const to = { output: join(folder, 'sound') };
  const { duration = 0, peaks = [], warnings } = await runRender(state, { to, points });
  return { duration, peaks, warnings };
}
