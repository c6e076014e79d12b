import { writeFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { frameAt, seconds } from '../../base/time.ts';
import {
  clipsOf,
  type Edit,
  hasPictures,
  isSeen,
  isStill,
  type PerFile,
  sourcesOf,
  type Warning,
} from '../../edit/edit.ts';
import { rgbaOf } from '../av/picture.ts';
import { fileOf } from '../av/still-file.ts';
import { checkDrawings } from '../compose/check-drawings.ts';
import { takeAllCores } from '../av/threads.ts';
import type { HardwareName } from '../media/hardware.ts';
import type { FileShape } from '../encode/output-file.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { Media, VideoTrack } from '../media/media.ts';
import { Unreadable } from '../media/unreadable.ts';
import { prepare } from '../prepare/prepare.ts';
import { probeSources } from '../probe/probe-sources.ts';
import { CapturedPictures } from './captured-pictures.ts';
import { FinishedPictures } from './finished-pictures.ts';
import { makeOutput } from './make-output.ts';
import { openFonts } from './open-fonts.ts';
import type { Progress } from './progress.ts';
import { firstWarnings } from '../resolve/first-warnings.ts';
import { factsOf, type KnownFacts } from '../resolve/output-facts.ts';
import { type Dialect, resolve } from '../resolve/resolve.ts';
import type { Timeline } from '../resolve/timeline.ts';
import { type JpegSettings, writeJpeg } from '../stills/still.ts';
import { subtitlesOf } from '../transcribe/cues.ts';
import type { Transcript } from '../transcribe/transcript.ts';

/** What single frames are written with: nobody sees a difference, and the next one who writes it has something left. */
const FRAME_JPEG: JpegSettings = { quality: 92, chroma: '4:4:4' };

/** Work for a child process: plain JSON, but for the files that it reads. */
export interface Job {
  readonly kind: 'produce';
  readonly edit: Edit;
  /** The file of each source URL. */
  readonly files: Readonly<Record<string, SourceFile>>;
  /** The PNG of each clip that shows a page of HTML, by where the clip stands in the edit. */
  readonly pages?: Readonly<Record<string, string>>;
  /** What is said in the sounds that captions are made of, by the `src` of the captions; in source seconds. */
  readonly transcripts?: Readonly<Record<string, Transcript>>;
  readonly dialect: Dialect;
  /** A folder for temporary files. */
  readonly folder: string;
  /** The files to write: those of the edit, or a PNG or JPEG alone when `at` is given. */
  readonly to: PerFile<string>;
  /** The second of the one frame that is wanted; absent for the whole output. */
  readonly at?: number;
  /** Whether the pictures carry our mark. */
  readonly watermark: boolean;
  /** The hardware that encodes the video, which works here; x264 when absent. */
  readonly hardware?: HardwareName;
}

/** What was made, and what of {@link factsOf} is of interest of it. */
export interface Produced extends Pick<KnownFacts, 'width' | 'height' | 'frames' | 'duration'> {
  /** What of the edit is hardly meant. */
  readonly warnings: readonly Warning[];
}

/** What making an output or frames needs of a {@link Job}. */
type Making = Omit<Job, 'kind'>;

/** The frames of an edit, with all open that the last ones were made with: the next one nearby takes no time. */
export interface Frames {
  /**
   * Writes the frame at a second of the timeline: a PNG or JPEG.
   *
   * @throws {KinoraError} `validation_failed` when the edit ends before, or when one of its files is wrong.
   */
  write(at: number, to: string): Promise<Produced>;
  /** Closes everything. */
  [Symbol.dispose](): void;
}

/** Is told how far the work is. */
type Report = (progress: Progress) => void;

/**
 * What the child process does with a job, step by step.
 *
 * @throws {KinoraError} when the edit or one of its files is wrong.
 */
export async function produce(job: Job, report: Report): Promise<Produced> {
  if (job.at !== undefined) {
    using frames = await openFrames(job, report);
    return await frames.write(job.at, job.to.output);
  }
  try {
    const output = { ...job.edit.output, encoder: encoderFor(job) };
    const { timeline, pictures: opened } = await openPictures(job, report);
    using pictures = opened;
    await makeFiles(timeline, output, pictures, job.to, report);
    return { ...factsOf(output, timeline.range), warnings: warningsOf(timeline, pictures) };
  } catch (error) {
    throw told(job.edit, error);
  }
}

/** Opens the frames of an edit. @throws {KinoraError} as {@link produce}. */
export async function openFrames(job: Making, report: Report): Promise<Frames> {
  const { edit } = job;
  try {
    encoderFor(job);
    const { timeline, pictures } = await openPictures(job, report);
    if (!pictures) throw new Error('A frame is composed whatever the output is.');
    return {
      async write(at, to) {
        try {
          await makeFrame(timeline, pictures, to, at);
          return { ...timeline.output, frames: 1, warnings: warningsOf(timeline, pictures) };
        } catch (error) {
          throw told(edit, error);
        }
      },
      [Symbol.dispose]: () => pictures[Symbol.dispose](),
    };
  } catch (error) {
    throw told(edit, error);
  }
}

/** The timeline of an edit, and its pictures where any are wanted. */
async function openPictures(
  job: Making,
  report: Report,
): Promise<{ timeline: Timeline; pictures: FinishedPictures | undefined }> {
  const fonts = isComposed(job) ? await openFonts(sourcesOf(job.edit), job.files) : undefined;
  const timeline = await timelineOf(job, report);
  if (fonts) await checkDrawings(timeline);
  return { timeline, pictures: fonts && new FinishedPictures(timeline, job.watermark, fonts) };
}

function warningsOf(timeline: Timeline, pictures: FinishedPictures | undefined): Produced['warnings'] {
  return firstWarnings([...timeline.warnings, ...(pictures?.warnings ?? [])]);
}

async function timelineOf(job: Making, report: Report): Promise<Timeline> {
  const { edit, files, folder, dialect, at } = job;
  const sources = sourcesOf(edit).filter(({ kind }) => kind !== 'font');
  const media = await probeSources(sources, files);
  const preparing = (): void => report({ stage: 'preprocessing' });
  preparing();
  // Of a file that captions name, only the words are used.
  const shown = sources.filter(({ kind }) => kind !== 'rich-caption');
  const prepared = await prepare(shown, media, preparedFor(job), folder, preparing);
  const heard = withWords(prepared, job.transcripts ?? {});
  return withPages(resolve(at === undefined ? edit : momentary(edit), heard, dialect), job.pages ?? {});
}

function isComposed({ at, edit: { output } }: Making): boolean {
  return at !== undefined || isSeen(output);
}

/** A single frame is one of the whole timeline, whatever the output shows of it, and has no stills. */
function momentary(edit: Edit): Edit {
  const output = { ...edit.output };
  delete output.range;
  delete output.poster;
  delete output.thumbnail;
  return { ...edit, output };
}

/** The media with what is said in them: of a clip by its alias, of a file that captions name beside what else it is. */
function withWords(
  media: ReadonlyMap<string, Media>,
  transcripts: NonNullable<Job['transcripts']>,
): Map<string, Media> {
  const heard = new Map(media);
  for (const [src, transcript] of Object.entries(transcripts)) {
    const file = heard.get(src);
    const words = subtitlesOf(transcript);
    heard.set(src, file?.kind === 'av' ? { ...file, words } : words);
  }
  return heard;
}

/** Gives the clips that show a page of HTML what the browser has made of it. */
function withPages(timeline: Timeline, pages: NonNullable<Job['pages']>): Timeline {
  const seen = timeline.seen.map((clip) => {
    const raster = pages[clip.field];
    if (raster === undefined || clip.picture.kind !== 'drawn') return clip;
    return { ...clip, picture: { ...clip.picture, raster } };
  });
  return { ...timeline, seen };
}

/** Takes as much of the machine as the instance may (contract C43). @returns what encodes a video. */
function encoderFor({ edit: { instance = 's1' }, hardware }: Making): FileShape['encoder'] {
  if (instance === 's1') return 'few threads';
  takeAllCores();
  return hardware ?? 'many threads';
}

/** What of an error the parent can make something of. */
function told(edit: Edit, error: unknown): unknown {
  return error instanceof Unreadable ? damaged(edit, error) : error;
}

function damaged(edit: Edit, error: Unreadable): KinoraError {
  const source = sourcesOf(edit).find(({ field }) => `${field}.`.startsWith(`${error.field}.`));
  const shown = source ? `${source.field}: ${shownUrl(source.url)}` : `${error.field}: its file`;
  const message = `${shown} is damaged: it begins like a media file, but cannot be decoded.`;
  return new KinoraError('asset_not_media', message, { cause: error });
}

/**
 * A single picture is found by its own time, however uneven the times are, and no client can tell how often it was encoded. Sound is read
 * from the originals.
 */
function preparedFor(job: Making): (video: VideoTrack, url: string) => boolean {
  const { edit, at } = job;
  if (!isComposed(job)) return () => false;
  if (at !== undefined || isStill(edit.output) || !hasPictures(edit.output))
    return ({ defects }) => defects.some((defect) => defect !== 'variable frame rate');
  const forced = forcedBy(edit);
  return ({ defects }, url) => defects.length > 0 || forced.has(url);
}

function forcedBy(edit: Edit): Set<string> {
  const assets = clipsOf(edit).map(({ clip }) => clip.asset);
  return new Set(
    assets.flatMap((asset) => (asset.type === 'video' && asset.transcode === true ? [asset.src] : [])),
  );
}

async function makeFiles(
  timeline: Timeline,
  output: Parameters<typeof makeOutput>[1],
  pictures: FinishedPictures | undefined,
  to: PerFile<string>,
  report: Report,
): Promise<void> {
  let latest: Progress = { stage: 'rendering' };
  const tell: Report = (progress) => report((latest = progress));
  // A still that is no frame of the output moves no count, but it is a sign of life.
  const captured = pictures && new CapturedPictures(pictures, timeline, output, to, () => report(latest));
  await makeOutput(timeline, output, hasPictures(output) ? captured : undefined, to.output, tell);
  await captured?.finish();
}

async function makeFrame(
  timeline: Timeline,
  pictures: FinishedPictures,
  to: string,
  at: number,
): Promise<void> {
  const frame = frameAt(seconds(at), timeline.rate);
  if (frame >= timeline.frames) {
    const length = seconds(timeline.frames).div(timeline.rate).valueOf();
    throw new KinoraError('validation_failed', `There is no frame at ${at} s: the edit lasts ${length} s.`);
  }
  using picture = (await pictures.at(frame)).picture;
  // What it is follows from its name, as in a folder.
  if (/\.jpe?g$/i.test(to)) await writeJpeg(await rgbaOf(picture), to, FRAME_JPEG);
  else await writeFile(to, await fileOf(picture, 'png'));
}
