import { signal } from '@preact/signals';
import type { Media } from '../../client/index.ts';
import { findClip } from '../document/clip-spans.ts';
import type { DraftClip } from '../document/edit-text.ts';
import { isTrimmed } from '../document/cut/played-file.ts';
import { draft, spans } from '../edit/edit-state.ts';
import { type SpareWork, workInSpareTime } from '../edit/spare-time.ts';
import { extensionOfFile, kindOfFile } from '../media/media-kind.ts';
import { readMediaFacts } from '../media/use-file-facts.ts';
import { readAt } from '../schema/walk-schema.ts';

/** The measures of a file that clips need. Empty for a file that the server cannot read. */
interface FileMeasures {
  /** Seconds of the file. Undefined for a still picture. */
  readonly length?: number | undefined;
  /** Size of its picture in pixels, as it is shown. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** True for a file without sound. */
  readonly isSilent?: boolean;
}

/** The measures of the files by their addresses. */
const measures = signal<ReadonlyMap<string, FileMeasures>>(new Map());

/** Extensions of pictures that may be animated. */
const ANIMATED: ReadonlySet<string> = new Set(['gif', 'apng', 'webp']);

/** Returns the seconds of the file of a clip. Undefined if they are not known yet. */
export function findFileLength(clip: DraftClip): number | undefined {
  const url = fileOf(clip);
  return url !== undefined && hasLength(clip, url) ? measures.peek().get(url)?.length : undefined;
}

/** Returns the size in pixels of the picture of a clip's file. Undefined if it is not known yet, or there is none. */
export function findFileSize(clip: DraftClip): FileMeasures['size'] {
  return measures.value.get(fileOf(clip) ?? '')?.size;
}

/** True for a clip whose file has no sound. False if that is not known yet. */
export function isFileSilent(clip: DraftClip): boolean {
  return measures.value.get(fileOf(clip) ?? '')?.isSilent === true;
}

workInSpareTime(findMissing, 1);

function findMissing(isUnderWay: (name: string) => boolean): SpareWork | undefined {
  for (const span of spans.value) {
    const url = fileOf(findClip(draft.value, span) ?? {});
    if (url === undefined || measures.value.has(url) || isUnderWay(url)) continue;
    return { name: url, run: (client, signal) => measure(client, url, signal) };
  }
  return undefined;
}

async function measure(
  client: Parameters<SpareWork['run']>[0],
  url: string,
  signal: AbortSignal,
): Promise<void> {
  let found: FileMeasures = {};
  try {
    const media = await client.probe(url, { signal });
    // A picture of one frame has the length of this frame.
    const isMoving = media.streams.some(({ nb_frames: frames }) => frames !== '1');
    found = {
      length: isMoving ? readMediaFacts(media).duration : undefined,
      size: readShownSize(media),
      isSilent: media.streams.every(({ codec_type: type }) => type !== 'audio'),
    };
  } catch {
    // Its clips can then be trimmed without end, as the engine allows.
    if (signal.aborted) return;
  }
  measures.value = new Map([...measures.value, [url, found]]);
}

/** Returns the size of a picture after its rotation. */
function readShownSize({ streams }: Media): FileMeasures['size'] {
  const picture = streams.find(({ codec_type: type }) => type === 'video');
  const { width, height } = picture ?? {};
  const sideData = picture?.['side_data_list'];
  if (width === undefined || height === undefined) return undefined;
  const isTurned =
    Array.isArray(sideData) &&
    sideData.some((each) => Math.abs(Number(readAt(each, ['rotation']))) % 180 === 90);
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Returns the address of the file that a clip shows or plays, if the server can measure it. */
function fileOf(clip: DraftClip): string | undefined {
  const { type = '', src } = clip.asset ?? {};
  if (typeof src !== 'string' || !/^https?:/.test(src)) return undefined;
  // The server does not measure drawings.
  if (kindOfFile(src) === 'drawing') return undefined;
  return ['video', 'audio', 'luma', 'image', 'lottie'].includes(type) ? src : undefined;
}

/** True for a clip that ends with its file. */
function hasLength(clip: DraftClip, url: string): boolean {
  const { type } = clip.asset ?? {};
  if (type === 'image') return ANIMATED.has(extensionOfFile(url));
  return type !== 'lottie' && isTrimmed(clip);
}
