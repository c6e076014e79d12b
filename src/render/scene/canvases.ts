import type { VisualClip } from '../resolve/timeline.ts';
import type { PixelSize } from './placement.ts';

/** A picture with the clips that are placed in it. */
interface PictureWithClips extends PixelSize {
  readonly visualClips: readonly VisualClip[];
}

/** Lists a picture and the canvases of all groups in it, at every depth. Clips of groups are placed in their canvas. */
export function listCanvases<Picture extends PictureWithClips>(picture: Picture): Picture[] {
  return [
    picture,
    ...picture.visualClips.flatMap(({ visual }) => {
      if (visual.kind !== 'group') return [];
      const { width, height, clips } = visual;
      return listCanvases({ ...picture, width, height, visualClips: clips });
    }),
  ];
}
