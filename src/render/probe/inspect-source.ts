import { KinoraError } from '../../base/errors.ts';
import type { IngestLimits, SourceFacts } from '../../ingest/model.ts';
import { inspectTracks, readDeclaredTracks } from '../av/inspect/inspect-tracks.ts';
import { checkPixels, readStillSize, type StillSize } from '../stills/still.ts';
import { checkAnimationSize, readAnimation } from './animation.ts';
import { checkPages } from './check-pages.ts';
import { checkComplete } from './completeness/check-complete.ts';
import { probeLut } from './lut.ts';
import { probe, readAsMedia } from './probe.ts';
import { readHeaderSize } from './read-header-size.ts';
import { FFMPEG_STILL_DEMUXER, type FileType, sizeOf, sniff } from './sniff.ts';
import { probeSubtitles } from './subtitles.ts';

/** The extensions of files by their content, if the type of the file alone does not decide. */
const EXTENSIONS: Readonly<Record<'video' | 'audio', Readonly<Partial<Record<string, string>>>>> = {
  video: { '.asf': '.wmv' },
  audio: { '.asf': '.wma', '.mp4': '.m4a' },
};
const SUPPORTED = 'a video, picture, sound, font, subtitle file (SRT, VTT or TTML) or lookup table (.cube)';

/** A media file of a known format. */
interface InspectedFile {
  readonly path: string;
  readonly demuxer: string;
  readonly extension: string;
}

/**
 * Finds out what a local file is, and checks that it is whole and can be used. Only the bytes count, not the
 * name. Still pictures are decoded, but of a video or a sound only one frame.
 *
 * @throws {KinoraError} `asset_not_media` or `asset_too_large` with a sentence about "the file". If the file
 *   exceeds a limit, the sentence names the limit and its setting.
 */
export async function inspectSource(path: string, limits: IngestLimits): Promise<SourceFacts> {
  try {
    if ((await sizeOf(path)) === 0) throw new KinoraError('asset_not_media', 'is empty');
    return await inspectType(path, await sniff(path), limits);
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `The file ${error.message}.`, { cause: error });
  }
}

async function inspectType(path: string, type: FileType, limits: IngestLimits): Promise<SourceFacts> {
  const { kind, displayName, extension = '' } = type;
  if (kind === 'other' || kind === 'lottie')
    throw new KinoraError('asset_not_media', `is not ${SUPPORTED}: its content is ${displayName}`);
  checkComplete(path, type);
  if (kind === 'subtitles') return inspectSubtitles(path, extension);
  if (kind === 'font') return inspectFont(path, extension);
  if (kind === 'lut') return { kind: (await probeLut(path, type)).kind, extension };
  if (kind === 'vector') return inspectVector(path);
  return readAsMedia(type, ({ demuxer }) => {
    const file = { path, demuxer, extension };
    return kind === 'av' ? inspectAv(file, limits) : inspectPicture(file, limits);
  });
}

async function inspectSubtitles(path: string, extension: string): Promise<SourceFacts> {
  const { cues } = await probeSubtitles(path);
  if (cues.length > 0) return { kind: 'subtitles', extension };
  throw new KinoraError('asset_not_media', 'is a subtitle file without captions');
}

async function inspectFont(path: string, extension: string): Promise<SourceFacts> {
  // Loaded on demand, because most files are no fonts.
  const [{ openCustomFont }, { FontError }] = await Promise.all([
    import('../fonts/custom-font.ts'),
    import('../fonts/font-metadata.ts'),
  ]);
  try {
    openCustomFont(path, 'font');
    return { kind: 'font', extension };
  } catch (error) {
    if (!(error instanceof FontError)) throw error;
    throw new KinoraError('asset_not_media', error.message, { cause: error });
  }
}

async function inspectVector(path: string): Promise<SourceFacts> {
  const { probeVector } = await import('./vector.ts');
  const { width, height } = await probeVector(path);
  return {
    kind: 'image',
    extension: '.svg',
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  };
}

async function inspectPicture(file: InspectedFile, limits: IngestLimits): Promise<SourceFacts> {
  const { path, demuxer, extension } = file;
  await checkPages(path, demuxer);
  const size = (await readHeaderSize(path, demuxer)) ?? (await readStillSize(path));
  checkSides(size, limits);
  const animation = await readAnimation(path, demuxer);
  if (animation) {
    checkAnimationSize(size, animation);
    const facts = await inspectAv({ ...file, demuxer: animation.demuxer }, limits);
    if (facts.kind === 'video') return facts;
  }
  const { width, height } = { ...size, ...(await probe(path)) };
  if (demuxer !== FFMPEG_STILL_DEMUXER) await checkPixels(path);
  return { kind: 'image', extension, width, height };
}

async function inspectAv(file: InspectedFile, limits: IngestLimits): Promise<SourceFacts> {
  const { path, demuxer, extension } = file;
  const declared = await readDeclaredTracks(path, demuxer);
  if (declared.size) checkSides(declared.size, limits);
  checkDuration(declared.duration, limits);
  const tracks = await inspectTracks(path, demuxer, declared);
  if (!tracks) throw new KinoraError('asset_not_media', 'contains no picture or sound that can be decoded');
  const { video, duration } = tracks;
  checkDuration(duration, limits);
  if (video) checkSides(video, limits);
  const kind = video ? 'video' : 'audio';
  return {
    kind,
    extension: EXTENSIONS[kind][extension] ?? extension,
    ...(video && { width: video.width, height: video.height }),
    ...(duration > 0 && { duration: roundTo(duration, 1e6) }),
    ...(video?.frameRate && { fps: roundTo(video.frameRate, 1000) }),
  };
}

function checkSides({ width, height }: StillSize, { maxPixels }: IngestLimits): void {
  if (Math.max(width, height) <= maxPixels) return;
  throw new KinoraError(
    'asset_too_large',
    `is ${width}x${height}, but a side may have up to ${maxPixels} pixels (KINORA_INGEST_MAX_PIXELS)`,
  );
}

function checkDuration(duration: number | undefined, { maxSeconds }: IngestLimits): void {
  if (duration === undefined || duration <= maxSeconds) return;
  throw new KinoraError(
    'asset_too_large',
    `lasts ${roundTo(duration, 10)} s, but a file may last up to ${maxSeconds} s (KINORA_INGEST_MAX_SECONDS)`,
  );
}

/** Rounds a number to a fraction with the given denominator. */
function roundTo(value: number, denominator: number): number {
  return Math.round(value * denominator) / denominator;
}
