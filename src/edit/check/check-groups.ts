import { canvasOf } from '../clips/canvas.ts';
import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { findFiniteClips } from '../clips/length-owners.ts';
import type { OutputSize } from '../output/composed-size.ts';
import {
  collectProblems,
  createProblem,
  MAX_PROBLEMS,
  type Path,
  type Problem,
} from '../problems/problem.ts';
import type { EditTimes } from '../times/resolve-times.ts';

/** Maximum number of groups inside each other. */
const MAX_DEPTH = 4;
/**
 * Maximum number of pixels of all canvases at one moment: 24 canvases of 1920x1080 or six of 3840x2160. A canvas
 * takes about 30 bytes per pixel.
 */
const MAX_CANVAS_PIXELS = 24 * 1920 * 1080;

/** Reports groups that lie too deep inside each other. */
export function checkGroupDepth(clips: readonly ClipLocation[]): Problem[] {
  const phrase = `is a group inside ${MAX_DEPTH} other groups. At most ${MAX_DEPTH} groups can lie inside each other. Put its clips into the group around it`;
  return collectProblems(clips, (location) =>
    location.clip.asset.type === 'group' && depthOf(location) === MAX_DEPTH + 1
      ? [createProblem([...clipPathOf(location), 'asset'], 'out_of_range', phrase, 'object')]
      : [],
  );
}

/** Returns how many groups contain a clip with a group, including its own. */
function depthOf({ group }: ClipLocation): number {
  return group ? depthOf(group) + 1 : 1;
}

/**
 * Reports groups without a length: those with the length "auto" whose clips all have the length "end". The aliases of
 * the clips must be known and not circular.
 */
export function checkGroupLengths(
  clips: readonly ClipLocation[],
  byAlias: ReadonlyMap<string, ClipLocation>,
): Problem[] {
  const finite = findFiniteClips(clips, byAlias);
  const endless = clips.filter(
    (location) =>
      location.clip.asset.type === 'group' && location.clip.length === 'auto' && !finite.has(location),
  );
  const phrase =
    'cannot be "auto", because all clips of the group have the length "end". Give the group or one of its clips a length in seconds';
  return endless
    .slice(0, MAX_PROBLEMS)
    .map((location) => createProblem([...clipPathOf(location), 'length'], 'no_length', phrase));
}

/** Groups that are visible at the same time and have too many pixels together. */
export interface CanvasExcess {
  /** Path of the asset of the group with which the limit is exceeded. */
  readonly path: Path;
  /** Follows the field name. */
  readonly phrase: string;
}

/** Counts the pixels of a canvas. A small one may be enlarged up to twice, but not beyond the pixels of the output. */
function countPixels(canvas: OutputSize, output: OutputSize): number {
  const own = canvas.width * canvas.height;
  return Math.max(own, Math.min(4 * own, output.width * output.height));
}

/**
 * Finds the first moment at which the canvases of all visible groups have more than {@link MAX_CANVAS_PIXELS}. A
 * group with unknown times does not count.
 *
 * @param output size of the output in pixels.
 */
export function findCanvasExcess(
  clips: readonly ClipLocation[],
  times: EditTimes,
  output: OutputSize,
): CanvasExcess | undefined {
  const edges = clips.flatMap((location) => {
    const { start, length } = location.clip.asset.type === 'group' ? times.of(location) : {};
    if (!start || !length || length.lte(0)) return [];
    const pixels = countPixels(canvasOf(location, output), output);
    const end = start.add(length).valueOf();
    return [
      { at: start.valueOf(), pixels, location },
      { at: end, pixels: -pixels, location },
    ];
  });
  let pixels = 0;
  // At the same moment, what ends goes before what begins.
  for (const edge of edges.toSorted((one, other) => one.at - other.at || one.pixels - other.pixels)) {
    pixels += edge.pixels;
    if (pixels <= MAX_CANVAS_PIXELS) continue;
    const phrase = `makes the groups at ${Number(edge.at.toFixed(3))} s too large: they have ${pixels.toLocaleString('en-US')} pixels together, but may have at most ${MAX_CANVAS_PIXELS.toLocaleString('en-US')}. Give the groups a smaller "width" and "height", or use fewer at the same time`;
    return { path: [...clipPathOf(edge.location), 'asset'], phrase };
  }
  return undefined;
}
