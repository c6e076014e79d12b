import type { VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { isGraphic } from '../scene/placement.ts';
import { type Layer, sceneAt } from '../scene/scene.ts';

/**
 * Has the photograph that is seen next decoded while others are seen, so that no picture waits for it. It begins with the second of two
 * pictures in a row: who wants a single frame decodes no other one.
 */
export class StillPreloader {
  private readonly timeline: ResolvedTimeline;
  private readonly loadImage: (layer: Layer) => Promise<unknown>;
  /** Those that are not seen yet, the first one first. */
  private pendingClips: readonly VisualClip[];
  /** The one that is ahead, and when its first image is made. */
  private preloaded: { readonly clip: VisualClip; readonly image: Promise<unknown> } | undefined;
  private lastFrame = -1;

  /** @param loadImage makes the image of a layer, and keeps it. */
  constructor(timeline: ResolvedTimeline, loadImage: (layer: Layer) => Promise<unknown>) {
    this.timeline = timeline;
    this.loadImage = loadImage;
    this.pendingClips = timeline.visualClips
      .filter(({ visual, mattes }) => visual.kind === 'still' && !mattes)
      .toSorted((one, other) => one.from - other.from);
  }

  /** Is told of every frame before it is composed. @param openClips the clips whose pictures are held in memory. */
  async onFrame(frame: number, openClips: Iterable<VisualClip>): Promise<void> {
    const isNext = frame === this.lastFrame + 1 && this.lastFrame >= 0;
    this.lastFrame = frame;
    this.pendingClips = this.pendingClips.filter(({ from }) => from > frame);
    if (this.preloaded && this.preloaded.clip.from <= frame) {
      // What is wrong with it, its layer says when it is looked at again.
      await this.preloaded.image.catch(() => undefined);
      this.preloaded = undefined;
    }
    if (isNext && !this.preloaded) this.preloadNext(openClips);
  }

  private preloadNext(openClips: Iterable<VisualClip>): void {
    const [clip] = this.pendingClips;
    // A fade holds two photographs at once; there are no more because of this.
    const openStills = [...openClips].filter(({ visual }) => visual.kind === 'still');
    if (!clip || clip.from >= this.timeline.range.to || openStills.length > 1) return;
    this.pendingClips = this.pendingClips.slice(1);
    const layer = this.firstLayer(clip);
    if (!layer) return;
    const image = this.loadImage(layer);
    image.catch(() => undefined);
    this.preloaded = { clip, image };
  }

  /** How a clip is first seen; undefined where what lies above it may hide it. */
  private firstLayer(clip: VisualClip): Layer | undefined {
    // What fades in is not seen in its first frame.
    for (const frame of [clip.from, clip.from + 1]) {
      const scene = sceneAt(this.timeline, frame);
      const index = scene.findIndex((layer) => layer.clip === clip);
      const isOnTop = scene.slice(index + 1).every((layer) => isGraphic(layer.clip.visual));
      if (index >= 0) return isOnTop ? scene[index] : undefined;
    }
    return undefined;
  }
}
