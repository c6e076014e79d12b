import { type FieldValue, withFields } from '../document/motion/cut-motion.ts';
import { readAt } from '../schema/walk-schema.ts';
import { isPicture, placeShown, type ShownClip } from './geometry/shown-clip.ts';
import { boxAround } from './geometry/snap-place.ts';

/** Says where a clip is after a change, for people who hear the page. */
export function describePlace(
  clip: ShownClip & { readonly name: string },
  fields: readonly FieldValue[],
): string {
  const shown = placeShown(withFields(clip.clip, fields), clip.facts) ?? clip;
  const changed = (path: string): boolean => fields.some((field) => field.path.join('.').startsWith(path));
  const words = [
    ...(changed('scale') ? [`size ${describeScale(shown)}`] : []),
    ...(changed('transform') ? [describeAngle(shown)] : []),
    ...(changed('asset.crop') ? [describeCrop(shown)] : []),
    ...(fields.some(({ path }) => /width|height|length|thickness/.test(path.join()))
      ? [describeBox(shown)]
      : []),
    ...(changed('offset') ? [describePoint(shown)] : []),
  ];
  return `${clip.name}: ${words.join(', ') || 'unchanged'}`;
}

/** Says where the left upper corner of a clip is, in pixels of the output. */
export function describePoint(shown: ShownClip): string {
  const { x, y } = boxAround([shown]);
  return `${Math.round(x)} pixels from the left, ${Math.round(y)} from the top`;
}

/** Says how much a clip is scaled. */
export function describeScale({ clip }: ShownClip): string {
  return `${Math.round(1000 * Number(clip['scale'] ?? 1)) / 10} %`;
}

/** Says how far a clip is turned. */
export function describeAngle({ clip }: ShownClip): string {
  return `${Number(readAt(clip, ['transform', 'rotate', 'angle']) ?? 0)} degrees`;
}

/** Says how large the bounds of a clip are before they are turned, in pixels of the output. */
export function describeBox({ bounds: { width, height } }: ShownClip): string {
  return `${Math.round(width)} by ${Math.round(height)} pixels`;
}

/** Says how much of each side of a picture is hidden. */
export function describeCrop({ clip }: ShownClip): string {
  if (!isPicture(clip.asset)) return '';
  const sides = ['left', 'top', 'right', 'bottom'].flatMap((side) => {
    const hidden = Math.round(100 * Number(readAt(clip, ['asset', 'crop', side]) ?? 0));
    return hidden > 0 ? [`${side} ${hidden} %`] : [];
  });
  return sides.length > 0 ? `hidden: ${sides.join(', ')}` : 'nothing is hidden';
}
