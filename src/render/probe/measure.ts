import { KinoraError } from '../../base/errors.ts';
import { measureAv } from '../av/probe.ts';
import type { Measured, Unmeasured } from '../media/measured.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import { asMedia } from './probe.ts';

/** Files that are looked at at the same time. */
const AT_ONCE = 4;

/** Measures files, each for itself: one that cannot be read keeps no other from being measured. */
export async function measure(
  files: Readonly<Record<string, SourceFile>>,
): Promise<Record<string, Measured | Unmeasured>> {
  const waiting = Object.entries(files);
  const found: Record<string, Measured | Unmeasured> = {};
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found[next[0]] = await measured(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return found;
}

async function measured(file: SourceFile): Promise<Measured | Unmeasured> {
  try {
    return await asMedia(file, async ({ kind, demuxer }) =>
      kind === 'still' ? { kind } : { kind, ...(await measureAv(file, demuxer)) },
    );
  } catch (error) {
    if (error instanceof KinoraError) return { phrase: error.message };
    if (error instanceof Unfetched) return { sentence: error.message };
    throw error;
  }
}
