import { createHash } from 'node:crypto';
import { listSources } from '../../../edit/model.ts';
import { describeMp4Encoding } from '../../encode/mp4-output.ts';
import type { OutputFileSettings } from '../../encode/output-file.ts';
import { describeKnownFiles } from '../../media/known-media.ts';
import type { Media } from '../../media/media.ts';
import type { ResolvedTimeline } from '../../resolve/timeline.ts';
import { describeSegment } from '../../segments/describe-segment.ts';
import { describeSound } from '../../segments/describe-sound.ts';
import { ENGINE_VERSION } from '../../segments/engine.ts';
import { planSegments } from '../../segments/plan-segments.ts';
import { readContents } from '../file-content.ts';
import { fileStem } from '../open-fonts.ts';
import type { OutputPlan, PlanRequest, ProduceJob } from '../produce-job.ts';
import type { ChildState, CompleteEdit } from './child-state.ts';
import { needsSound } from './output.ts';

/** Plans the output that is being made. */
export async function answerPlan(
  state: ChildState,
  { pages = {}, isShared, known = {} }: PlanRequest,
): Promise<OutputPlan> {
  const { job, prepared: media = new Map(), encoder } = state;
  const { index, edit, timeline } = state.output;
  const plan = await planOutput(timeline, { ...job, edit, media, pages, encoder, isShared, known });
  state.plans.set(index, plan);
  return plan;
}

/** Everything that decides an output besides its timeline. */
export interface PlannedOutput extends Pick<ProduceJob, 'files' | 'watermark'> {
  readonly edit: CompleteEdit;
  /** The media of each source URL, prepared. */
  readonly media: ReadonlyMap<string, Media>;
  /** The PNG of each clip that shows an HTML page, by the field of the clip. */
  readonly pages: Readonly<Record<string, string>>;
  readonly encoder: OutputFileSettings['encoder'];
  /** True if other processes may help. */
  readonly isShared?: boolean;
  /** See `PlanRequest`. */
  readonly known?: OutputPlan['contents'];
}

/** Finds out the identities of the coded media of an output. Reads every file once whose content is not known. */
export async function planOutput(timeline: ResolvedTimeline, planned: PlannedOutput): Promise<OutputPlan> {
  const { edit, files, watermark, encoder, isShared = false, known = {} } = planned;
  const named = [...Object.values(files), ...Object.values(planned.pages)];
  const unknown = named.filter((file) => typeof file === 'string' && !Object.hasOwn(known, file));
  const found = new Map([...Object.entries(known), ...(await readContents(unknown, isShared))]);
  const hashes = new Map([...found].map(([path, { identity }]) => [path, identity]));
  const contents = addPrepared(hashes, planned);
  const { quality, loudness } = edit.output;
  const { pictures, sound } = describeMp4Encoding({ quality, encoder });
  const engine = { version: ENGINE_VERSION, processor: process.arch };
  const fonts = listSources(edit)
    .filter(({ kind }) => kind === 'font')
    // Texts can use the name of the file, too.
    .map(({ url }) => `${hashOf(files[url], contents) ?? url} ${fileStem(url)}`);
  const settings = { engine: { ...engine, ...pictures }, watermark, fonts: [...new Set(fonts)], contents };
  const segments = planSegments(timeline);
  return {
    segments: segments.map((span) => hash(describeSegment(timeline, span, settings))),
    lengths: segments.map(({ from, to }) => to - from),
    sound: hash(describeSound(timeline, { engine: { ...engine, ...sound, loudness }, contents })),
    hasSound: needsSound(timeline, edit.output),
    contents: Object.fromEntries(found),
    media: describeKnownFiles(planned.files, planned.media),
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hashOf(file: unknown, hashes: ReadonlyMap<string, string>): string | undefined {
  return typeof file === 'string' ? hashes.get(file) : undefined;
}

/**
 * Adds the files that were made from sources, so that their pictures and sounds can be read exactly. The content
 * of a source decides its preparation.
 */
function addPrepared(
  hashes: ReadonlyMap<string, string>,
  { media, files }: PlannedOutput,
): ReadonlyMap<string, string> {
  const prepared = [...media].flatMap(([url, found]) => {
    const source = hashOf(files[url], hashes);
    const paths = listPaths(found).filter((path) => !hashes.has(path));
    return source === undefined ? [] : paths.map((path) => [path, `prepared ${source}`] as const);
  });
  return new Map([...hashes, ...prepared]);
}

function listPaths(media: Media): string[] {
  switch (media.kind) {
    case 'still':
      return [media.path, ...Object.values(media.cutouts ?? {})];
    case 'animation':
    case 'av':
      return [media.video, media.audio].flatMap((track) => {
        const file = track?.location.file;
        return typeof file === 'string' ? [file] : [];
      });
    case 'vector':
    case 'lottie':
    case 'lut':
    case 'subtitles':
      return [];
  }
}
