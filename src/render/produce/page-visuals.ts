import type { Matte, Visual, VisualClip } from '../resolve/timeline.ts';

/** A visual with a file. */
export type FileVisual = Matte['visual'];

/** Returns clips with other visuals and mattes, also those in groups. */
export function replaceVisuals(
  clips: readonly VisualClip[],
  visuals: ReadonlyMap<VisualClip, Visual>,
  mattes: ReadonlyMap<Matte, Matte['visual']>,
): readonly VisualClip[] {
  return clips.map((clip) => {
    const { visual } = clip;
    const replaced =
      visual.kind === 'group'
        ? { ...visual, clips: replaceVisuals(visual.clips, visuals, mattes) }
        : (visuals.get(clip) ?? visual);
    const covered = clip.mattes?.map((matte) => ({ ...matte, visual: mattes.get(matte) ?? matte.visual }));
    return {
      ...clip,
      visual: replaced,
      transition: mapSteps(clip.transition),
      ...(covered && { mattes: covered }),
    };
  });
}

/** Leaves out the pictures of transitions, which the engine draws. */
function mapSteps({ in: entry, out: exit }: VisualClip['transition']): VisualClip['transition'] {
  return {
    ...(entry && { in: { ...entry, luma: undefined } }),
    ...(exit && { out: { ...exit, luma: undefined } }),
  };
}

/** Returns the visual of a drawing with what places it, without what is drawn. */
export function withoutContent(visual: Exclude<Visual, FileVisual | { kind: 'group' }>): Visual {
  switch (visual.kind) {
    case 'vector':
      return { kind: 'vector', media: { ...visual.media, markup: '' } };
    case 'lottie':
      return { ...visual, media: { ...visual.media, text: '' } };
    case 'caption':
    case 'rich-caption':
      return { ...visual, cues: [] };
    case 'drawn': {
      const { kind, asset, length } = visual;
      return { kind, asset, length };
    }
  }
}
