import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { frameSample, seconds } from '../../base/time.ts';
import { clipsOf, type Edit, sourcesOf, type Warning } from '../../edit/index.ts';
import { rgbaOf } from '../av/picture.ts';
import { checkDrawings } from '../compose/check-drawings.ts';
import { Composer } from '../compose/composer.ts';
import { Mp4Output } from '../encode/mp4.ts';
import { Mixer } from '../mix/mixer.ts';
import type { SourceFile } from '../media/source-file.ts';
import type { Media, VideoTrack } from '../media/media.ts';
import { Unreadable } from '../media/unreadable.ts';
import { prepare } from '../prepare/prepare.ts';
import { probeSources } from '../probe/probe-sources.ts';
import { openFonts } from './open-fonts.ts';
import type { Progress } from './progress.ts';
import { firstWarnings } from '../resolve/first-warnings.ts';
import { type Dialect, resolve } from '../resolve/resolve.ts';
import type { Timeline } from '../resolve/timeline.ts';
import { writeStill } from '../stills/still.ts';
import { subtitlesOf } from '../transcribe/cues.ts';
import type { Transcript } from '../transcribe/transcript.ts';

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
  /** The file to write: an MP4, or a PNG or JPEG when `at` is given. */
  readonly to: string;
  /** The second of the one frame that is wanted; absent for the whole output. */
  readonly at?: number;
  /** Whether the pictures carry our mark. */
  readonly watermark: boolean;
}

/** What was made: length in seconds and frames, size in pixels. */
export interface Produced {
  readonly duration: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  /** What of the edit is hardly meant. */
  readonly warnings: readonly Warning[];
}

/** Is told how far the work is. */
type Report = (progress: Progress) => void;

/**
 * What the child process does with a job, step by step.
 *
 * @throws {KinoraError} when the edit or one of its files is wrong.
 */
export async function produce(job: Job, report: Report): Promise<Produced> {
  try {
    const fonts = await openFonts(sourcesOf(job.edit), job.files);
    const timeline = await timelineOf(job, report);
    await checkDrawings(timeline);
    using composer = new Composer(timeline, job.watermark, fonts);
    if (job.at === undefined) await makeVideo(timeline, composer, job.to, report);
    else await makeFrame(timeline, composer, job.to, job.at);
    const { width, height, frames, rate } = timeline;
    const warnings = firstWarnings([...timeline.warnings, ...composer.warnings]);
    return { duration: seconds(frames).div(rate).valueOf(), frames, width, height, warnings };
  } catch (error) {
    throw error instanceof Unreadable ? damaged(job.edit, error) : error;
  }
}

async function timelineOf(job: Job, report: Report): Promise<Timeline> {
  const { edit, files, folder, dialect } = job;
  const sources = sourcesOf(edit).filter(({ kind }) => kind !== 'font');
  const media = await probeSources(sources, files);
  const preparing = (): void => report({ stage: 'preprocessing' });
  preparing();
  // Of a file that captions name, only the words are used.
  const shown = sources.filter(({ kind }) => kind !== 'rich-caption');
  const prepared = await prepare(shown, media, preparedFor(job), folder, preparing);
  return withPages(resolve(edit, withWords(prepared, job.transcripts ?? {}), dialect), job.pages ?? {});
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

function damaged(edit: Edit, error: Unreadable): KinoraError {
  const source = sourcesOf(edit).find(({ field }) => `${field}.`.startsWith(`${error.field}.`));
  const shown = source ? `${source.field}: ${shownUrl(source.url)}` : `${error.field}: its file`;
  const message = `${shown} is damaged: it begins like a media file, but cannot be decoded.`;
  return new KinoraError('asset_not_media', message, { cause: error });
}

/** A single picture is found by its own time, however uneven the times are, and no client can tell how often it was encoded. */
function preparedFor({ edit, at }: Job): (video: VideoTrack, url: string) => boolean {
  if (at !== undefined) return ({ defects }) => defects.some((defect) => defect !== 'variable frame rate');
  const forced = forcedBy(edit);
  return ({ defects }, url) => defects.length > 0 || forced.has(url);
}

function forcedBy(edit: Edit): Set<string> {
  const assets = clipsOf(edit).map(({ clip }) => clip.asset);
  return new Set(
    assets.flatMap((asset) => (asset.type === 'video' && asset.transcode === true ? [asset.src] : [])),
  );
}

async function makeVideo(timeline: Timeline, composer: Composer, to: string, report: Report): Promise<void> {
  const { width, height, rate, frames } = timeline;
  using mixer = new Mixer(timeline);
  await using output = await Mp4Output.open(to, { width, height, rate, sound: timeline.heard.length > 0 });
  report({ stage: 'rendering', frame: 0, frames });
  for (let frame = 0; frame < frames; frame++) {
    await output.picture(await composer.picture(frame), frame);
    if (timeline.heard.length > 0) {
      await output.sound(await mixer.next(frameSample(frame + 1, rate) - frameSample(frame, rate)));
    }
    report({ stage: 'rendering', frame: frame + 1, frames });
  }
  await output.finish();
}

async function makeFrame(timeline: Timeline, composer: Composer, to: string, at: number): Promise<void> {
  const frame = seconds(at).mul(timeline.rate).floor().valueOf();
  if (frame >= timeline.frames) {
    const length = seconds(timeline.frames).div(timeline.rate).valueOf();
    throw new KinoraError('validation_failed', `There is no frame at ${at} s: the edit lasts ${length} s.`);
  }
  using picture = await composer.picture(frame);
  await writeStill(await rgbaOf(picture), to);
}
