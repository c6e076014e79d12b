import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { listOutputs, selectOutput } from '../edit/index.ts';
import { openLocalEngine } from '../main/open-local-engine.ts';
import type { FramePictureOptions } from './calls.ts';
import { checkOptions, FRAME_RULES } from './check-options.ts';
import { loadValue } from './load-value.ts';

/** Draws one frame of an edit. See `frame` of the library. */
export async function drawFrame(edit: unknown, options: unknown = {}): Promise<Buffer> {
  const checked = await checkOptions<FramePictureOptions>(options, FRAME_RULES);
  const { at, for: index = 0, format = 'png', folder, signal } = checked;
  const { parsed } = loadValue(edit, checked);
  const selected = selectOutput(parsed.edit, index);
  if (!selected) {
    const message = `\`for\` must be a whole number less than ${listOutputs(parsed.edit).length}, the number of outputs of the edit, not ${index}.`;
    throw new KinoraError('validation_failed', message);
  }
  await using stack = new AsyncDisposableStack();
  const temporary = await mkdtemp(join(tmpdir(), 'kinora-'));
  stack.defer(() => rm(temporary, { recursive: true, force: true }));
  const engine = await stack.use(openLocalEngine()).engine;
  const file = join(temporary, `frame.${format}`);
  await engine.frame({ ...parsed, edit: selected }, at, file, {
    folder,
    signal,
    onProgress: () => undefined,
  });
  return await readFile(file);
}
