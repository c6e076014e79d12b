import { clip, type ClipJson, editOf, picture } from '../edits.ts';
import type { Tile } from '../sheet.ts';

/** Name of the film of a tile, without its extension. */
export const FILM = 'film';

/** One frame beside a field. */
export interface FieldTile extends Tile {
  /** An edit that is rendered first, as `film.mp4` or what its format is, for the edit of the tile to show. */
  readonly film?: object;
  /** Further moments, drawn on top of each other. The lightest pixel wins, so that moving things leave a trace. */
  readonly trail?: readonly number[];
}

/** A picture of the gallery, or tiles of its own. */
export type FieldPicture = { readonly gallery: readonly string[] } | { readonly tiles: readonly FieldTile[] };

/** A value of a field, or a value with another caption than itself. */
export type Value = unknown;

/** A clip whose field is varied, with the clips below and above it. */
export interface Base {
  readonly under?: readonly ClipJson[];
  readonly clip: ClipJson;
  readonly over?: readonly ClipJson[];
  readonly timeline?: object;
  /** Second that is shown. */
  readonly at?: number;
}

/** A value with a caption that says it in words. */
export class Captioned {
  readonly caption: string;
  readonly value: unknown;

  constructor(caption: string, value: unknown) {
    this.caption = caption;
    this.value = value;
  }
}

const LENGTH = 4;

/** Shows a field with several values, side by side. */
export function vary(base: Base, path: string, values: readonly Value[]): FieldPicture {
  return { tiles: values.map((value) => tileOf(base, path, value, base.at ?? 0)) };
}

/** Shows a field with one value at several moments. */
export function play(base: Base, path: string, value: unknown, moments: readonly number[]): FieldPicture {
  return {
    tiles: moments.map((at) => ({ ...tileOf(base, path, value, at), caption: `${at.toFixed(2)} s` })),
  };
}

/** Shows one value of a field, with words below it. */
export function show(base: Base, caption: string, path: string, value: unknown): FieldPicture {
  return { tiles: [tileOf(base, path, new Captioned(caption, value), base.at ?? 0)] };
}

/** Refers to pictures of the gallery. */
export function fromGallery(...gallery: readonly string[]): FieldPicture {
  return { gallery };
}

function tileOf(base: Base, path: string, given: unknown, at: number): Tile {
  const { caption, value } = given instanceof Captioned ? given : { caption: captionOf(given), value: given };
  const changed = withValue(base.clip, path.split('.'), value) as ClipJson;
  const clips = [...(base.under ?? []), changed, ...(base.over ?? [])];
  return { edit: editOf(clips, undefined, base.timeline), at, caption };
}

function captionOf(value: unknown): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', '');
}

/** Returns a copy of an object with a value at a path. An undefined value removes the field. */
function withValue(object: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(object))
    return object.map((item: unknown, index) =>
      String(index) === name ? (rest.length === 0 ? value : withValue(item, rest, value)) : item,
    );
  const fields = object as Record<string, unknown>;
  const inner = rest.length === 0 ? value : withValue(fields[name] ?? {}, rest, value);
  const changed = { ...fields, [name]: inner };
  return Object.fromEntries(Object.entries(changed).filter(([, part]) => part !== undefined));
}

const BOX = { width: 320, height: 180 };

/** Returns a frame around the box of a clip. */
export function frameOf({ width, height } = BOX): ClipJson {
  const rectangle = { width, height };
  return clip(
    {
      type: 'shape',
      shape: 'rectangle',
      rectangle,
      fill: { opacity: 0 },
      stroke: { color: '#ffd166', width: 4 },
    },
    LENGTH,
  );
}

/** Returns a clip of a drawn asset over a picture. */
export function over(scene: 'dawn' | 'night' | 'coast', asset: object, more: Partial<Base> = {}): Base {
  return { under: [picture(scene, LENGTH)], clip: clip(asset, LENGTH), ...more };
}

/** Returns a picture as a clip, over a dark background. */
export function pictured(scene: 'dawn' | 'night' | 'coast', more: ClipJson = {}): Base {
  return { clip: picture(scene, LENGTH, more), timeline: { background: '#1a2132' } };
}
