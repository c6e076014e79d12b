import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { usePath } from '../base/process/paths-in-use.ts';
import type { SpeechOptions } from '../create/model.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';

/**
 * Speaks a text with a voice that Kinora has itself. The speech is kept: an edit with the same one uses it.
 *
 * @returns the bytes of an MP3 file.
 * @throws {KinoraError} `not_generated` if an outside service speaks for the owner, `package_missing` or
 *   `speech_failed`.
 */
export async function speakText(
  options: SpeechOptions,
  { generated, folder: parent }: Pick<RendererConfig, 'generated' | 'folder'>,
  { owner, signal }: RequestContext,
): Promise<Buffer> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(parent, 'speech-'));
  stack.use(usePath(folder));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const request = { provider: 'kinora', options } as const;
  const file = await generated?.findOrMake(request, { owner, folder, signal, cache: true });
  if (!file) throw new KinoraError('not_generated', SPOKEN_BY_SERVICE);
  return await readFile(file.path);
}

const SPOKEN_BY_SERVICE =
  'An outside service speaks here, which may charge for it. Use the speech in an edit, and render it.';
