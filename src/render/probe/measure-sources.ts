import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import { roundSeconds, ZERO } from '../../base/time.ts';
import { measureAv } from '../av/input/probe-av.ts';
import type { MeasuredMedia, MeasureFailure } from '../media/measured-media.ts';
import { type SourceFile, RemoteReadError } from '../media/source-file.ts';
import { readAnimation, canBeAnimated, checkAnimationSize } from './animation.ts';
import { probeLut } from './lut.ts';
import { readAsMedia } from './probe.ts';
import { checkStillSize, hasAlphaChannel, readStillSize, type StillSize } from '../stills/still.ts';
import { checkPages } from './check-pages.ts';
import { readHeaderSize } from './read-header-size.ts';
import { FFMPEG_STILL_DEMUXER, fetchWholeFile, HEAD_BYTES, sniff } from './sniff.ts';
import { probeSubtitles } from './subtitles.ts';

/** Maximum number of files to measure at the same time. */
const MAX_CONCURRENT = 4;
/** Milliseconds after which no further measurement starts. */
const START_WITHIN_MS = 8000;
/** The demuxers of still pictures whose size and orientation come before their pixels. */
const SIZE_COMES_FIRST: ReadonlySet<string> = new Set(['jpeg_pipe', 'png_pipe', 'mov', FFMPEG_STILL_DEMUXER]);

/**
 * Measures files. An unreadable file does not affect the others.
 *
 * @param encodings labels of the encodings of files, as far as the edit says them.
 * @param transcripts the URLs of the files whose words are needed.
 * @returns the results by URL, without the files for which there was no time.
 */
export async function measureSources(
  files: Readonly<Record<string, SourceFile>>,
  encodings: ReadonlyMap<string, string> = new Map(),
  transcripts: ReadonlySet<string> = new Set(),
): Promise<Record<string, MeasuredMedia | MeasureFailure>> {
  const lastStart = performance.now() + START_WITHIN_MS;
  const measured: Record<string, MeasuredMedia | MeasureFailure> = {};
  const measure = async (url: string, file: SourceFile): Promise<void> => {
    if (performance.now() <= lastStart)
      measured[url] = await measureSource(file, encodings.get(url), transcripts.has(url));
  };
  const limit = pLimit(MAX_CONCURRENT);
  await Promise.all(Object.entries(files).map(([url, file]) => limit(measure, url, file)));
  return measured;
}

async function measureSource(
  file: SourceFile,
  encoding: string | undefined,
  isTranscript: boolean,
): Promise<MeasuredMedia | MeasureFailure> {
  try {
    const type = await sniff(file);
    if (type.kind === 'font') return { kind: type.kind };
    if (type.kind === 'vector') return { kind: type.kind, ...(await measureDrawing(file, encoding)) };
    if (type.kind === 'lottie') return await measureLottie(file);
    if (type.kind === 'lut') return { kind: (await probeLut(file, type)).kind };
    if (type.kind === 'subtitles') {
      const { cues, notes } = await probeSubtitles(file, encoding);
      const duration = cues.reduce((end, { to }) => (to.gt(end) ? to : end), ZERO);
      const words = cues.flatMap((cue) =>
        cue.words.map(({ text, from, to }) => ({ text, from: roundSeconds(from), to: roundSeconds(to) })),
      );
      return {
        kind: type.kind,
        subtitles: { duration: duration.toFraction() },
        ...(isTranscript && { words }),
        ...(notes && { notes }),
      };
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

/** The size of a picture, if it is known. */
type MaybePicture = Pick<MeasuredMedia, 'picture'>;

async function measureLottie(file: SourceFile): Promise<MeasuredMedia> {
  // Loaded on demand, because it loads the drawing modules, which most files do not need.
  const { probeLottie } = await import('./lottie.ts');
  const { kind, duration, ...size } = await probeLottie(await fetchWholeFile(file));
  return { kind, video: { duration: duration.toFraction() }, ...toPicture(size) };
}

/** Measures a drawing if all of its bytes are here. Leaves a faulty drawing to the render. */
async function measureDrawing(
  file: SourceFile,
  encoding: string | undefined,
): Promise<Pick<MeasuredMedia, 'picture' | 'notes'>> {
  if (!isFetched(file)) return {};
  // Loaded on demand, because it loads the drawing modules, which most files do not need.
  const { probeVector } = await import('./vector.ts');
  try {
    const { notes, ...drawing } = await probeVector(pathOf(file), encoding);
    return { ...toPicture(drawing), ...(notes && { notes }) };
  } catch (error) {
    if (error instanceof KinoraError) return {};
    throw error;
  }
}

/**
 * Measures a picture. An animated one also gets a duration, because it can be used as a video. The alpha channel
 * is looked for only in formats of animations, whose files are fetched whole anyway.
 */
async function measurePicture(file: SourceFile, demuxer: string): Promise<MeasuredMedia> {
  if (!canBeAnimated(demuxer)) {
    if (isFetched(file)) await checkPages(pathOf(file), demuxer);
    const { picture } = await measureStill(file, demuxer);
    if (picture) checkStillSize(picture);
    return { kind: 'still', ...(picture && { picture }) };
  }
  const path = await fetchWholeFile(file);
  await checkPages(path, demuxer);
  const size = (await readHeaderSize(path, demuxer)) ?? (await readStillSize(path));
  checkStillSize(size);
  const animation = await readAnimation(path, demuxer);
  if (animation) checkAnimationSize(size, animation);
  if (animation) return { kind: 'animation', ...(await measureAv(path, animation.demuxer)) };
  const alpha = await hasAlphaChannel(path);
  return { kind: 'still', ...toPicture(size), alpha };
}

/** Reads the size of a still picture from its first bytes, which have been fetched to find out its type. */
async function measureStill(file: SourceFile, demuxer: string): Promise<MaybePicture> {
  if (!isFetched(file) && !SIZE_COMES_FIRST.has(demuxer)) return {};
  try {
    return toPicture((await readHeaderSize(pathOf(file), demuxer)) ?? (await readStillSize(pathOf(file))));
  } catch {
    // The size comes later in the file, or the file is damaged, which is reported when it is rendered.
    return {};
  }
}

function toPicture({ width, height }: StillSize): MaybePicture {
  if (width < 1 || height < 1) return {};
  return { picture: { width, height, stored: { width, height } } };
}

/** True if all bytes of a file have been fetched after {@link sniff}. */
function isFetched(file: SourceFile): boolean {
  return typeof file === 'string' || (file.size !== undefined && file.size <= HEAD_BYTES);
}

function pathOf(file: SourceFile): string {
  return typeof file === 'string' ? file : file.path;
}
