import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { listSources } from '../../edit/model.ts';
import { describeMp4Encoding } from '../encode/mp4-output.ts';
import type { OutputFileSettings } from '../encode/output-file.ts';
import type { Media } from '../media/media.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { describeSegment } from '../segments/describe-segment.ts';
import { describeSound } from '../segments/describe-sound.ts';
import { ENGINE_VERSION } from '../segments/engine.ts';
import { planSegments } from '../segments/plan-segments.ts';
import { fileStem } from './open-fonts.ts';
import type { OutputPlan, ProduceJob } from './produce-job.ts';
import { needsSound } from './write-output.ts';

/** Bytes of a file that are read at once. */
const HASHED_BYTES = 2 ** 20;

/** Everything that decides an output besides its timeline. */
export interface PlannedOutput extends Pick<ProduceJob, 'edit' | 'files' | 'watermark'> {
  /** The media of each source URL, prepared. */
  readonly media: ReadonlyMap<string, Media>;
  /** The PNG of each clip that shows an HTML page, by the field of the clip. */
  readonly pages: Readonly<Record<string, string>>;
  readonly encoder: OutputFileSettings['encoder'];
}

/** Finds out the identities of the coded media of an output. Reads every file once. */
export async function planOutput(timeline: ResolvedTimeline, planned: PlannedOutput): Promise<OutputPlan> {
  const { edit, files, watermark, encoder } = planned;
  const hashes = await hashFiles([...Object.values(files), ...Object.values(planned.pages)]);
  const contents = addPrepared(hashes, planned);
  const { quality = 'medium', loudness } = edit.output;
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
    contents: Object.fromEntries(hashes),
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hashOf(file: unknown, hashes: ReadonlyMap<string, string>): string | undefined {
  return typeof file === 'string' ? hashes.get(file) : undefined;
}

/** Hashes local files. Returns the hashes by path. Skips remote files, which a render of an output has not. */
async function hashFiles(files: readonly unknown[]): Promise<Map<string, string>> {
  const paths = new Set(files.filter((file) => typeof file === 'string'));
  const hashes = new Map<string, string>();
  const block = Buffer.allocUnsafe(HASHED_BYTES);
  for (const path of paths) hashes.set(path, await hashFile(path, block));
  return hashes;
}

/**
 * Hashes a file.
 *
 * @param block memory for a part of the file. Streams would take new memory for each part.
 */
async function hashFile(path: string, block: Buffer): Promise<string> {
  const content = createHash('sha256');
  await using file = await open(path);
  for (;;) {
    const { bytesRead } = await file.read(block);
    if (bytesRead === 0) return content.digest('hex');
    content.update(block.subarray(0, bytesRead));
  }
}

/**
 * Adds the files that were made from sources, so that their pictures and sounds can be read exactly. The content
 * of a source decides what is made of it.
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
      return [media.path];
    case 'animation':
    case 'av':
      return [media.video, media.audio].flatMap((track) => {
        const file = track?.location.file;
        return typeof file === 'string' ? [file] : [];
      });
    case 'vector':
    case 'lottie':
    case 'subtitles':
      return [];
  }
}
