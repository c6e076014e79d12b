import { readAt } from '../../schema/walk-schema.ts';
import { describeChanges } from '../describe-changes.ts';
import type { Change, DraftClip, DraftEdit, JsonPath } from '../edit-text.ts';
import { cutMotion, withFields } from '../motion/cut-motion.ts';

/** True for the path of the length of a clip. */
export function isLengthPath(path: JsonPath): boolean {
  return path.length === 6 && path[0] === 'timeline' && path[3] === 'clips' && path[5] === 'length';
}

/**
 * Writes the length of a clip, and cuts what its numbers do after it. While a length is typed, each letter begins with
 * the clip as it was before: `1` on the way to `15` cuts nothing for good.
 *
 * @param before the edit before the first letter.
 */
export function resizeClip(edit: DraftEdit, before: DraftEdit, path: JsonPath, length: number): Change[] {
  const place = path.slice(0, -1);
  const [now, then] = [edit, before].map((each) => readAt(each, place) as DraftClip | undefined);
  if (!now || !then) return [{ path, value: length }];
  const motion = cutMotion(then, { from: 0, to: length }) ?? [];
  return describeChanges(place, now, withFields(then, [...motion, { path: ['length'], value: length }]));
}
