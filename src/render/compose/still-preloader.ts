import type { VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { isGraphic } from '../scene/placement.ts';
import { type Layer, sceneAt } from '../scene/scene.ts';

/**
 * Decodes the next still while earlier clips are shown, so that no frame has to wait for a still. The
 * preloader starts only with the second of two consecutive frames, so that a request for a single frame
 * decodes nothing else.
 */
export class StillPreloader {
  private readonly timeline: ResolvedTimeline;
  private readonly loadImage: (layer: Layer) => Promise<unknown>;
  /** The clips that have not started yet, in the order of their start. */
  private pendingClips: readonly VisualClip[];
  /** The preloaded clip and its first image. */
  private preloaded: { readonly clip: VisualClip; readonly image: Promise<unknown> } | undefined;
  private lastFrame = -1;

  /** @param loadImage renders the image of a layer and keeps it in memory. */
  constructor(timeline: ResolvedTimeline, loadImage: (layer: Layer) => Promise<unknown>) {
    this.timeline = timeline;
    this.loadImage = loadImage;
    this.pendingClips = timeline.visualClips
      .filter(({ visual, mattes }) => visual.kind === 'still' && !mattes)
      .toSorted((one, other) => one.from - other.from);
  }

  /**
   * Starts or awaits a preload. Call it before each frame is composed.
   *
   * @param frame index of the frame.
   * @param openClips the clips whose pictures are in memory.
   */
  async onFrame(frame: number, openClips: Iterable<VisualClip>): Promise<void> {
    const isNext = frame === this.lastFrame + 1 && this.lastFrame >= 0;
    this.lastFrame = frame;
    this.pendingClips = this.pendingClips.filter(({ from }) => from > frame);
    if (this.preloaded && this.preloaded.clip.from <= frame) {
      // A failure is ignored here, because rendering the layer reports it.
      await this.preloaded.image.catch(() => undefined);
      this.preloaded = undefined;
    }
    if (isNext && !this.preloaded) this.preloadNext(openClips);
  }

  private preloadNext(openClips: Iterable<VisualClip>): void {
    const [clip] = this.pendingClips;
    // A fade already holds two stills in memory. A preload must not add a third.
    const openStills = [...openClips].filter(({ visual }) => visual.kind === 'still');
    if (!clip || clip.from >= this.timeline.range.to || openStills.length > 1) return;
    this.pendingClips = this.pendingClips.slice(1);
    const layer = this.firstLayer(clip);
    if (!layer) return;
    const image = this.loadImage(layer);
    image.catch(() => undefined);
    this.preloaded = { clip, image };
  }

  /** Returns the first layer of a clip; undefined if layers above it may hide it. */
  private firstLayer(clip: VisualClip): Layer | undefined {
    // A clip that fades in is invisible in its first frame.
    for (const frame of [clip.from, clip.from + 1]) {
      const scene = sceneAt(this.timeline, frame);
      const index = scene.findIndex((layer) => layer.clip === clip);
      const isOnTop = scene.slice(index + 1).every((layer) => isGraphic(layer.clip.visual));
      if (index >= 0) return isOnTop ? scene[index] : undefined;
    }
    return undefined;
  }
}
