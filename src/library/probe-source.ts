import type { Media } from '../client/responses.ts';
import { openLocalEngine } from '../main/open-local-engine.ts';
import type { LibraryOptions } from './calls.ts';
import { folderOf } from './load-value.ts';

/** Returns the properties of a media file. See `probe` of the library. */
export async function probeSource(source: string, options: LibraryOptions): Promise<Media> {
  const { signal = new AbortController().signal } = options;
  using local = openLocalEngine();
  const engine = await local.engine;
  // The cast is safe: this is the format of ffprobe.
  return (await engine.probe(source, { folder: folderOf(options), signal })) as Media;
}
