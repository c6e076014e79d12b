import { isGenerated } from '../generated/generated-source.ts';
import { canvasOf } from '../clips/canvas.ts';
import type { ClipLocation } from '../clips/clip-location.ts';
import type { Clip } from '../schema/clip.ts';
import { followedAssetOf } from '../sources/followed-sources.ts';
import type { GuessedClip } from './guess-times.ts';
import { isMoving, needsCanvas, type ShownPart, weighDrawing, weighFilming } from './weigh-clip.ts';
import { needsFloats } from './weigh-filters.ts';

/** Canvases of a group that take as much memory as the floats of a picture while it is filtered. */
const FLOATS = 2;

/** The work that the clips of an edit make. */
export interface ClipWork {
  /** Seconds in which the picture changes all the time. */
  readonly movingSeconds: number;
  /** Seconds of these in which videos or photographs move. They are harder to encode than drawings. */
  readonly photographicSeconds: number;
  /** Number of moments at which a clip begins or ends. */
  readonly scenes: number;
  /** Seconds of video to decode, counted once for each clip. */
  readonly decodedSeconds: number;
  /** Largest number of videos that are decoded at the same time. */
  readonly decoders: number;
  /** Largest number of megapixels that the canvases of groups have at the same time. */
  readonly canvasMegapixels: number;
  /** Megapixels of layers that are drawn again for every frame, times their seconds. */
  readonly drawnMegapixelSeconds: number;
  /** Megapixels of moving pages that a browser films frame by frame, times their seconds. */
  readonly filmedMegapixelSeconds: number;
  /** Seconds of sound to mix, counted once for each clip. */
  readonly soundSeconds: number;
  /** Number of different files of each kind. */
  readonly files: Readonly<Record<FileKind, number>>;
  /** Seconds of videos that are re-encoded first. */
  readonly preparedSeconds: number;
  /** True if faces or people are looked for. */
  readonly usesModels: boolean;
  /** Number of pages of HTML. */
  readonly pages: number;
  /** Number of generated assets by kind. */
  readonly generated: Readonly<Record<'images' | 'videos' | 'speeches', number>>;
}

type FileKind = 'videos' | 'images' | 'sounds';

/** The begin (1) or the end (-1) of a clip, with what it adds to the work of its time. */
interface Edge {
  readonly at: number;
  readonly sign: 1 | -1;
  /** 0 if the clip is not of the kind. */
  readonly moving: number;
  readonly photographic: number;
  readonly decoders: number;
  readonly canvasMegapixels: number;
}

/** Adds up the work of the clips in a part of a timeline. */
export function measureClips(clips: readonly GuessedClip[], part: ShownPart): ClipWork {
  const files = { videos: new Set<string>(), images: new Set<string>(), sounds: new Set<string>() };
  const sums = {
    decodedSeconds: 0,
    drawnMegapixelSeconds: 0,
    filmedMegapixelSeconds: 0,
    soundSeconds: 0,
    preparedSeconds: 0,
    pages: 0,
  };
  const edges: Edge[] = [];
  const times = new Set<number>();
  for (const { location, start, length } of clips) {
    const { clip } = location;
    const { asset } = clip;
    const begin = Math.max(start, part.from);
    const end = Math.min(start + length, part.to);
    const kind = fileKindOf(asset.type);
    if (kind !== undefined && 'src' in asset) files[kind].add(asset.src);
    if (asset.type === 'video' && asset.transcode === true) sums.preparedSeconds += length;
    if (asset.type === 'html' || asset.type === 'html5') sums.pages += 1;
    if (end <= begin) continue;
    const seconds = end - begin;
    const isVideo = kind === 'videos';
    if (isVideo) sums.decodedSeconds += seconds;
    if (asset.type === 'video' || kind === 'sounds') sums.soundSeconds += seconds;
    if (kind === 'sounds') continue;
    const moves = isMoving(clip);
    sums.drawnMegapixelSeconds += weighDrawing(clip, part) * seconds;
    sums.filmedMegapixelSeconds += weighFilming(clip, part) * seconds;
    times.add(begin).add(end);
    const moving = Number(moves);
    const edge = {
      moving,
      photographic: kind === undefined ? 0 : moving,
      decoders: Number(isVideo),
      canvasMegapixels: canvasMegapixelsOf(location, part),
    };
    edges.push({ at: begin, sign: 1, ...edge }, { at: end, sign: -1, ...edge });
  }
  return {
    ...sums,
    ...sweep(edges),
    scenes: Math.max(1, times.size - 1),
    files: { videos: files.videos.size, images: files.images.size, sounds: files.sounds.size },
    usesModels: clips.some(({ location }) => usesModels(location.clip)),
    generated: countGenerated(clips),
  };
}

/** Returns the megapixels of the canvas of a group, and what the floats of a filtered picture take besides. */
function canvasMegapixelsOf(location: ClipLocation, part: ShownPart): number {
  const { width, height } = canvasOf(location, part);
  const canvas = needsCanvas(location.clip) ? width * height : 0;
  const floats = needsFloats(location.clip) ? FLOATS * part.width * part.height : 0;
  return (canvas + floats) / 1e6;
}

function usesModels(clip: Clip): boolean {
  return followedAssetOf(clip) !== undefined || ('cutout' in clip.asset && clip.asset.cutout !== undefined);
}

function countGenerated(clips: readonly GuessedClip[]): ClipWork['generated'] {
  const counts = { images: 0, videos: 0, speeches: 0 };
  for (const { location } of clips) {
    const { asset } = location.clip;
    if (!isGenerated(asset)) continue;
    const kind = fileKindOf(asset.type);
    if (kind === 'sounds') counts.speeches += 1;
    else if (kind !== undefined) counts[kind] += 1;
  }
  return counts;
}

function fileKindOf(type: string): FileKind | undefined {
  switch (type) {
    case 'video':
    case 'luma':
    case 'image-to-video':
      return 'videos';
    case 'image':
    case 'text-to-image':
      return 'images';
    case 'audio':
    case 'text-to-speech':
      return 'sounds';
    default:
      return undefined;
  }
}

/** Walks along the timeline. Finds the seconds with motion, and the most decoders and canvases at once. */
function sweep(
  edges: Edge[],
): Pick<ClipWork, 'movingSeconds' | 'photographicSeconds' | 'decoders' | 'canvasMegapixels'> {
  // At the same moment, what ends goes before what begins.
  edges.sort((a, b) => a.at - b.at || a.sign * (a.moving + a.decoders) - b.sign * (b.moving + b.decoders));
  const sums = { movingSeconds: 0, photographicSeconds: 0, decoders: 0, canvasMegapixels: 0 };
  let [moving, photographic, decoders, canvases, last] = [0, 0, 0, 0, 0];
  for (const edge of edges) {
    if (moving > 0) sums.movingSeconds += edge.at - last;
    if (photographic > 0) sums.photographicSeconds += edge.at - last;
    moving += edge.sign * edge.moving;
    photographic += edge.sign * edge.photographic;
    decoders += edge.sign * edge.decoders;
    canvases += edge.sign * edge.canvasMegapixels;
    sums.decoders = Math.max(sums.decoders, decoders);
    sums.canvasMegapixels = Math.max(sums.canvasMegapixels, canvases);
    last = edge.at;
  }
  return sums;
}
