import { KinoraError } from '../../base/errors.ts';
import { ZERO } from '../../base/time.ts';
import { measureAv } from '../av/probe.ts';
import type { Measured, Unmeasured } from '../media/measured.ts';
import { type SourceFile, Unfetched } from '../media/source-file.ts';
import { animationOf, mayMove } from './animation.ts';
import { asMedia } from './probe.ts';
import { sniff, wholeFile } from './sniff.ts';
import { probeSubtitles } from './subtitles.ts';

/** Files that are looked at at the same time. */
const AT_ONCE = 4;
/** After so long no further file is begun. The last ones may take as long as a look at one file may. */
const BEGUN_WITHIN_MS = 8000;

/**
 * Measures files, each for itself: one that cannot be read keeps no other from being measured.
 *
 * @returns what is known by URL; nothing of those for which there was no time.
 */
export async function measure(
  files: Readonly<Record<string, SourceFile>>,
): Promise<Record<string, Measured | Unmeasured>> {
  const last = performance.now() + BEGUN_WITHIN_MS;
  // The lanes share it.
  const waiting = Object.entries(files).values();
  const found: Record<string, Measured | Unmeasured> = {};
  const lane = async (): Promise<void> => {
    for (const [url, file] of waiting) {
      if (performance.now() > last) return;
      found[url] = await measured(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return found;
}

async function measured(file: SourceFile): Promise<Measured | Unmeasured> {
  try {
    const { kind: found } = await sniff(file);
    if (found === 'font' || found === 'vector') return { kind: found };
    if (found === 'subtitles') {
      const { cues } = await probeSubtitles(file);
      const duration = cues.reduce((end, { to }) => (to.gt(end) ? to : end), ZERO);
      return { kind: found, subtitles: { duration: duration.toFraction() } };
    }
    return await asMedia(file, async ({ kind, demuxer }) =>
      kind === 'still' ? measuredPicture(file, demuxer) : { kind, ...(await measureAv(file, demuxer)) },
    );
  } catch (error) {
    if (error instanceof KinoraError) return { phrase: error.message };
    if (error instanceof Unfetched) return { sentence: error.message };
    throw error;
  }
}

/** A picture that moves by itself may be used as a video, and is as long as one. */
async function measuredPicture(file: SourceFile, demuxer: string): Promise<Measured> {
  if (!mayMove(demuxer)) return { kind: 'still' };
  const path = await wholeFile(file);
  const animation = await animationOf(path, demuxer);
  return animation ? { kind: 'animation', ...(await measureAv(path, animation.demuxer)) } : { kind: 'still' };
}
