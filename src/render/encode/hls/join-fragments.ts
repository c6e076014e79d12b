import { ZERO } from '../../../base/time.ts';
import type { Segment } from './playlists.ts';

/** Joins consecutive fragments to segments. @param count number of fragments in each segment but the last. */
export function joinFragments(fragments: readonly Segment[], count: number): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < fragments.length; from += count) {
    const [first, ...others] = fragments.slice(from, from + count);
    if (first) segments.push(others.reduce(join, first));
  }
  return segments;
}

function join(one: Segment, next: Segment): Segment {
  if (one.offset + one.bytes !== next.offset) throw new Error('The fragments of a segment have a gap.');
  return { offset: one.offset, bytes: one.bytes + next.bytes, lasts: ZERO.add(one.lasts).add(next.lasts) };
}
