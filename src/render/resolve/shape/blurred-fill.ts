import { canvasAround, type ClipLocation, type OutputSize } from '../../../edit/model.ts';
import type { VisualClip } from '../timeline.ts';

/** Standard deviation of the blur around a picture, as a fraction of the larger side of its box. */
const SIGMA = 0.03;

/** What Kinora draws in the size of its box. */
const IN_BOX: ReadonlySet<VisualClip['visual']['kind']> = new Set(['drawn', 'caption', 'rich-caption']);

/**
 * Returns a clip whose `fit` is `blur` so that it shows a whole picture in its box, before a blurred copy of it that fills the box. Both are one
 * group, so everything else of the clip applies to them together.
 *
 * @param clip the clip with its picture alone.
 * @param location of the clip in the edit. If it has another fit, it is left as it is.
 * @param output size in pixels.
 */
export function fillWithBlur(clip: VisualClip, location: ClipLocation, output: OutputSize): VisualClip {
  const { from, to, field, visual, box } = clip;
  if (location.clip.fit !== 'blur' || IN_BOX.has(visual.kind)) return clip;
  const canvas = canvasAround(location, output);
  const width = Math.ceil(box?.width ?? canvas.width);
  const height = Math.ceil(box?.height ?? canvas.height);
  const plain = {
    ...{ from, to, visual },
    crop: { top: 0, bottom: 0, left: 0, right: 0 },
    scale: 1,
    position: 'center',
    offset: { x: 0, y: 0 },
    opacity: 1,
    angle: 0,
    skew: { x: 0, y: 0 },
    flip: { horizontal: false, vertical: false },
    transition: {},
  } as const;
  const sigma = (SIGMA * Math.max(width, height)) / width;
  const behind = { ...plain, field: `${field}.fit`, fit: 'crop', filter: 'blur', sigma } as const;
  const front = { ...plain, field, fit: 'contain' } as const;
  return {
    ...clip,
    fit: 'cover',
    visual: { kind: 'group', width, height, clips: [behind, front] },
  };
}
