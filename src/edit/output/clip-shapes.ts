import { isObject } from '../../base/is-object.ts';
import type { Path } from '../problems/problem.ts';
import { ASPECT_RATIOS } from '../schema/values.ts';
import { mapParts } from '../tolerance/map-parts.ts';
import type { OutputSize } from './composed-size.ts';

/** The shape of an output, by which a clip names its places. */
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

/** Largest difference of a ratio from that of its shape, as a part of it: sides are whole pixels. */
const TOLERANCE = 0.01;

/** Returns the shape of an output. Undefined for a size of another ratio. */
export function aspectRatioOf({ width, height }: OutputSize): AspectRatio | undefined {
  return ASPECT_RATIOS.find((shape) => {
    const [across = 1, up = 1] = shape.split(':').map(Number);
    return Math.abs((width * up) / (height * across) - 1) < TOLERANCE;
  });
}

/**
 * Puts the places that clips have in a shape into their fields, and removes the list of places. Clips in groups
 * follow the shape of the output, too.
 *
 * @param edit any JSON value. Unchanged parts are shared.
 */
export function applyShapes(edit: unknown, shape: AspectRatio | undefined): unknown {
  return mapField(edit, 'timeline', (timeline) => mapTracks(timeline, shape));
}

function mapTracks(owner: unknown, shape: AspectRatio | undefined): unknown {
  return mapField(owner, 'tracks', (tracks) =>
    mapParts(tracks, (track) =>
      mapField(track, 'clips', (clips) => mapParts(clips, (clip) => placeInShape(clip, shape))),
    ),
  );
}

/** Puts the places that a clip and the clips in it have in a shape into their fields. See {@link applyShapes}. */
export function placeInShape(clip: unknown, shape: AspectRatio | undefined): unknown {
  const whole = mapField(clip, 'asset', (asset) => mapTracks(asset, shape));
  if (!isObject(whole) || whole['shapes'] === undefined) return whole;
  const { shapes, ...rest } = whole;
  return { ...rest, ...placeIn(shapes, shape) };
}

function mapField(owner: unknown, name: string, map: (value: unknown) => unknown): unknown {
  return isObject(owner) ? mapParts(owner, (part, step) => (step === name ? map(part) : part)) : owner;
}

/** Returns a path in an edit to which shapes were applied as the path in the written one. */
export function findWrittenPath(path: Path, edit: unknown, shape: AspectRatio | undefined): Path {
  let node = edit;
  return path.flatMap((name): Path => {
    const place = isObject(node) ? placeIn(node['shapes'], shape) : {};
    const owner: unknown = name in place ? place : node;
    node =
      isObject(owner) || Array.isArray(owner) ? (owner as Record<string | number, unknown>)[name] : undefined;
    return shape !== undefined && owner === place ? ['shapes', shape, name] : [name];
  });
}

function placeIn(shapes: unknown, shape: AspectRatio | undefined): Readonly<Record<string, unknown>> {
  const place = shape !== undefined && isObject(shapes) ? shapes[shape] : undefined;
  return isObject(place) ? place : {};
}
