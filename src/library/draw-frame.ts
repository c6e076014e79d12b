import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { listOutputs, selectOutput } from '../edit/index.ts';
import { openLocalEngine } from '../main/open-local-engine.ts';
import type { FramePictureOptions } from './calls.ts';
import { loadValue, requireOneOf } from './load-value.ts';

/** Draws one frame of an edit. See `frame` of the library. */
export async function drawFrame(edit: unknown, options: Partial<FramePictureOptions> = {}): Promise<Buffer> {
  const { at, for: index = 0, format = 'png', signal = new AbortController().signal } = options;
  requireOneOf('format', format, ['png', 'jpeg']);
  if (at === undefined || !(Number.isFinite(at) && at >= 0))
    throw new KinoraError(
      'validation_failed',
      `\`at\` must be a number of seconds from 0, not ${String(at)}.`,
    );
  const { parsed, folder } = loadValue(edit, options);
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
