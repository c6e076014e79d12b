import { findPlaceholder } from '../../../edit/merge/placeholder.ts';
import { type ClipPlace, findClip, nameClip } from '../../document/clip-spans.ts';
import type { Change, DraftClip, DraftEdit, JsonPath } from '../../document/edit-text.ts';
import type { FieldValue } from '../../document/motion/cut-motion.ts';
import { setKeyframe } from '../../document/motion/set-keyframe.ts';
import { copyCommonPlace, findPlacePath, readInShape } from '../../document/shape-places.ts';
import { readAt } from '../../schema/walk-schema.ts';
import { writePixels } from './relative-lengths.ts';
import { PLACE_DEFAULTS, type ShownFacts } from './shown-clip.ts';

/** The changes of an edit, or the reason why a field cannot be changed. */
export interface WrittenPlace {
  readonly changes: readonly Change[];
  readonly obstacle?: string;
}

/**
 * Writes fields of a clip in its own terms: a step at this moment if the field is animated, and the unit that a length
 * has. A placeholder stays: then nothing changes. If another shape than the first is shown, its place alone changes.
 */
export function writePlace(
  edit: DraftEdit,
  place: ClipPlace,
  fields: readonly FieldValue[],
  facts: ShownFacts,
): WrittenPlace {
  const written = findClip(edit, place) ?? {};
  const clip = readInShape(written, facts.shape);
  const changes: Change[] = [];
  // A clip that is scaled to nothing has no corners to be dragged.
  if (!fields.every(({ value }) => Number.isFinite(value))) return { changes };
  for (const { path, value } of fields) {
    const placeholder = findPlaceholderOn(clip, path);
    if (placeholder !== undefined) return { changes: [], obstacle: describe(clip, path, placeholder) };
    const before = readAt(clip, path);
    const number = writeNumber(before, Number(value), facts);
    if (number !== before && !(before === undefined && number === defaultOf(path)))
      changes.push({ path: findPlacePath(written, place, path, facts.shape), value: number });
  }
  return { changes: copyCommonPlace(edit, changes) };
}

function writeNumber(before: unknown, value: number, { canvas, rate, frame, from }: ShownFacts): unknown {
  if (Array.isArray(before) && before.length > 0)
    return setKeyframe(before, (frame - from) / rate, value, 0.5 / rate) ?? before;
  return writePixels(value, before, canvas);
}

/** Returns the name of the placeholder that a field or an object around it has. */
function findPlaceholderOn(clip: DraftClip, path: JsonPath): string | undefined {
  const owners = path.map((_step, index) => readAt(clip, path.slice(0, index + 1)));
  const texts = owners.flatMap((owner) =>
    typeof owner === 'string' ? [owner] : Array.isArray(owner) ? [JSON.stringify(owner)] : [],
  );
  return texts.map((text) => findPlaceholder(text)).find((name) => name !== undefined);
}

function defaultOf(path: JsonPath): number | undefined {
  return PLACE_DEFAULTS.find((each) => each.path.join() === path.join())?.value;
}

/** Names of fields for people, where the last step of the path says too little. */
const NAMES = new Map([
  ['x', 'place'],
  ['y', 'place'],
]);

function describe(clip: DraftClip, path: JsonPath, placeholder: string): string {
  const field = String(path.at(-1));
  return `The ${NAMES.get(field) ?? field} of ${nameClip(clip)} is the merge field ${placeholder}. Change its value in the JSON.`;
}
