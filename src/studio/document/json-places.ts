import { findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';
import type { ClipPlace } from './clip-spans.ts';
import type { JsonPath } from './edit-text.ts';

/** A part of a text, in characters. */
export interface TextPlace {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns where the value at a path stands in a text. If there is none, returns the nearest thing around it. Of an
 * object or a list, only the beginning is returned. @returns the beginning of the text if nothing is found.
 */
export function findTextPlace(text: string, path: JsonPath): TextPlace {
  const tree = parseTree(text);
  if (!tree) return { from: 0, to: 0 };
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return placeOf(node, length === path.length);
  }
  return placeOf(tree, false);
}

/** Returns where the whole value at a path stands in a text. */
export function findWholePlace(text: string, path: JsonPath): TextPlace | undefined {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  return node && { from: node.offset, to: node.offset + node.length };
}

/** Returns the clip that a character belongs to. Undefined outside of the clips. */
export function findClipAt(text: string, offset: number): ClipPlace | undefined {
  const [timeline, tracks, track, clips, clip] = getLocation(text, offset).path;
  if (timeline !== 'timeline' || tracks !== 'tracks' || clips !== 'clips') return undefined;
  if (typeof track !== 'number' || typeof clip !== 'number') return undefined;
  return findWholePlace(text, [timeline, tracks, track, clips, clip]) && { track, clip };
}

/** Reads the name of a field, such as `timeline.tracks[0].clips[2]`, as a path. */
export function readFieldName(name: string): JsonPath {
  return [...name.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([word, index]) =>
    index === undefined ? word : Number(index),
  );
}

function placeOf(node: Node, isExact: boolean): TextPlace {
  const { parent, type, offset, length } = node;
  const key = parent?.type === 'property' ? parent.children?.[0] : undefined;
  const isPlain = type !== 'object' && type !== 'array';
  if (isExact && isPlain) return { from: offset, to: offset + length };
  if (key) return { from: key.offset, to: key.offset + key.length };
  return { from: offset, to: offset + 1 };
}
