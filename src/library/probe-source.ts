import { KinoraError } from '../base/errors.ts';
import type { Media } from '../client/built/types.ts';
import { openLocalEngine } from '../main/open-local-engine.ts';
import type { LibraryOptions } from './calls.ts';
import { checkOptions, isPath, nameValue, PROBE_RULES } from './check-options.ts';

/** Returns the properties of a media file. See `probe` of the library. */
export async function probeSource(source: unknown, options: unknown): Promise<Media> {
  const path = source instanceof URL ? source.href : source;
  if (!isPath(path)) {
    const message = `The source must be a path or a URL, not ${nameValue(path)}.`;
    throw new KinoraError('validation_failed', message);
  }
  const { folder, signal } = await checkOptions<LibraryOptions>(options, PROBE_RULES);
  using local = openLocalEngine();
  const engine = await local.engine;
  // The cast is safe: this is the format of ffprobe.
  return (await engine.probe(path, { folder, signal })) as Media;
}
