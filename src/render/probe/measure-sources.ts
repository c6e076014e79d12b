import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import { ZERO } from '../../base/time.ts';
import { measureAv } from '../av/input/probe-av.ts';
import type { MeasuredMedia, MeasureFailure } from '../media/measured-media.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { readAnimation, canBeAnimated } from './animation.ts';
import { readAsMedia } from './probe.ts';
import { hasAlphaChannel } from '../stills/still.ts';
import { sniff, fetchWholeFile } from './sniff.ts';
import { probeSubtitles } from './subtitles.ts';

/** Maximum number of files to measure at the same time. */
const MAX_CONCURRENT = 4;
/** Milliseconds after which no further measurement starts. */
const START_WITHIN_MS = 8000;

/**
 * Measures files. An unreadable file does not affect the others.
 *
 * @returns the results by URL, without the files for which there was no time.
 */
export async function measureSources(
  files: Readonly<Record<string, SourceFile>>,
): Promise<Record<string, MeasuredMedia | MeasureFailure>> {
  const lastStart = performance.now() + START_WITHIN_MS;
  const measured: Record<string, MeasuredMedia | MeasureFailure> = {};
  const measure = async (url: string, file: SourceFile): Promise<void> => {
    if (performance.now() <= lastStart) measured[url] = await measureSource(file);
  };
  const limit = pLimit(MAX_CONCURRENT);
  await Promise.all(Object.entries(files).map(([url, file]) => limit(measure, url, file)));
  return measured;
}

async function measureSource(file: SourceFile): Promise<MeasuredMedia | MeasureFailure> {
  try {
    const type = await sniff(file);
    if (type.kind === 'font' || type.kind === 'vector') return { kind: type.kind };
    if (type.kind === 'subtitles') {
      const { cues } = await probeSubtitles(file);
      const duration = cues.reduce((end, { to }) => (to.gt(end) ? to : end), ZERO);
      return { kind: type.kind, subtitles: { duration: duration.toFraction() } };
    }
    return await readAsMedia(type, async ({ kind, demuxer }) =>
      kind === 'still' ? measurePicture(file, demuxer) : { kind, ...(await measureAv(file, demuxer)) },
    );
  } catch (error) {
    if (error instanceof KinoraError) return { phrase: error.message };
    if (error instanceof RemoteReadError) return { sentence: error.message };
    throw error;
  }
}

/**
 * Measures a picture. An animated one also gets a duration, because it can be used as a video. The alpha channel
 * is looked for only in formats of animations, whose files are fetched whole anyway.
 */
async function measurePicture(file: SourceFile, demuxer: string): Promise<MeasuredMedia> {
  if (!canBeAnimated(demuxer)) return { kind: 'still' };
  const path = await fetchWholeFile(file);
  const animation = await readAnimation(path, demuxer);
  if (animation) return { kind: 'animation', ...(await measureAv(path, animation.demuxer)) };
  return { kind: 'still', alpha: await hasAlphaChannel(path) };
}
