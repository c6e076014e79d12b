import { join } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import type { MediaFacts, RenditionTransformation } from '../../ingest/model.ts';
import { MediaError } from '../av/check.ts';
import { useAllCores } from '../av/threads.ts';
import { probe, probeSound } from '../probe/probe.ts';
import { sniff } from '../probe/sniff.ts';
import { checkRenditionFormat, describeSource, kindOf, nearestFormat } from './format.ts';
import { makeAv } from './av/make-av.ts';
import type { RenditionFile, RenditionSource, RenditionTarget } from './rendition.ts';
import type { NeededDrawing } from './stills/needed-drawing.ts';

/** A rendition to make of a local file. Plain JSON. */
export interface RenditionJob {
  /** The source. */
  readonly path: string;
  readonly transformation: RenditionTransformation;
  /** An existing folder, and the name of the new file without its extension. */
  readonly to: { readonly folder: string; readonly name: string };
  /** The PNG of the {@link NeededDrawing} that this job has asked for before, or null if no browser can draw it. */
  readonly drawing?: string | null;
}

/** Minimum milliseconds between two reports of progress. */
const REPORT_INTERVAL_MS = 500;

/**
 * Makes a rendition of a local file, or returns the picture that it needs of a browser first. Uses all cores from then
 * on: meant for a process that does nothing else.
 *
 * @param onProgress called at each sign of progress.
 * @throws {KinoraError} `validation_failed` if the transformation does not suit the source, or
 *   `asset_not_media` or `asset_too_large` if the source cannot be read. After a failure, the caller removes
 *   the unfinished file.
 */
export async function makeRendition(
  job: RenditionJob,
  onProgress: () => void,
): Promise<RenditionFile | NeededDrawing> {
  const source = await openSource(job);
  if (source.media.kind === 'vector' && job.drawing === undefined) {
    // Loaded on demand, because it loads the drawing modules.
    const { findNeededDrawing } = await import('./stills/needed-drawing.ts');
    const needed = findNeededDrawing(source.media, job.transformation);
    if (needed) return needed;
  }
  useAllCores();
  const { transformation, to } = job;
  const content = describeSource(source);
  const format = transformation.format ?? nearestFormat(content);
  checkRenditionFormat(content, format);
  const extension = `.${format}`;
  const path = join(to.folder, `${to.name}${extension}`);
  const target = { path, format, transformation, onProgress: throttle(onProgress) };
  const facts = await readable(() => write(source, target));
  return { ...facts, path, extension };
}

/** Limits how often a function is called. */
function throttle(report: () => void): () => void {
  let reportedAt = -Infinity;
  return () => {
    const now = performance.now();
    if (now - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = now;
    report();
  };
}

/** Runs a piece of work. Converts a failure to read the source to an error for the client. */
async function readable<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof MediaError)) throw cause;
    throw new KinoraError('asset_not_media', 'The file is damaged: it cannot be read to its end.', { cause });
  }
}

async function openSource({
  path,
  drawing,
  transformation: { format },
}: RenditionJob): Promise<RenditionSource> {
  const type = await sniff(path);
  const { kind, demuxer, displayName, extension } = type;
  if (kind === 'font' || kind === 'subtitles' || kind === 'lottie' || kind === 'lut')
    throw new KinoraError('validation_failed', `The file is ${displayName}, which has no renditions.`);
  try {
    const sound = format && kindOf(format) === 'audio' ? await probeSound(path, type) : undefined;
    const media = sound ?? (await probe(path));
    if (media.kind === 'subtitles' || media.kind === 'lottie' || media.kind === 'lut')
      throw new Error(`A probe has read a file of the kind ${media.kind}.`);
    return { path, demuxer, extension, media, ...(drawing !== null && { drawing }) };
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    // The messages of a probe continue a sentence that begins with the name of the file.
    throw new KinoraError(error.code, `The file ${error.message}.`, { cause: error.cause });
  }
}

async function write(source: RenditionSource, target: RenditionTarget): Promise<MediaFacts> {
  if (kindOf(target.format) !== 'image') return makeAv(source, target);
  // Loaded on demand, because few renditions need the modules of both videos and pictures.
  if (target.format === 'gif') {
    const { makeGif } = await import('./gif/make-gif.ts');
    return makeGif(source, target);
  }
  const { makeStill } = await import('./stills/make-still.ts');
  return makeStill(source, target);
}
