import type { SeenClip, Timeline } from '../resolve/timeline.ts';
import { isMade } from '../scene/placement.ts';
import { type Layer, sceneAt } from '../scene/scene.ts';

/**
 * Has the photograph that is seen next decoded while others are seen, so that no picture waits for it. It begins with the second of two
 * pictures in a row: who wants a single frame decodes no other one.
 */
export class StillsAhead {
  private readonly timeline: Timeline;
  private readonly look: (layer: Layer) => Promise<unknown>;
  /** Those that are not seen yet, the first one first. */
  private waiting: readonly SeenClip[];
  /** The one that is ahead, and when its first look is made. */
  private ahead: { readonly clip: SeenClip; readonly made: Promise<unknown> } | undefined;
  private last = -1;

  /** @param look makes what a layer looks like, and keeps it. */
  constructor(timeline: Timeline, look: (layer: Layer) => Promise<unknown>) {
    this.timeline = timeline;
    this.look = look;
    this.waiting = timeline.seen
      .filter(({ picture, mattes }) => picture.kind === 'still' && !mattes)
      .toSorted((one, other) => one.from - other.from);
  }

  /** Is told of every frame before it is composed. @param open the clips whose pictures are held in memory. */
  async at(frame: number, open: Iterable<SeenClip>): Promise<void> {
    const isNext = frame === this.last + 1 && this.last >= 0;
    this.last = frame;
    this.waiting = this.waiting.filter(({ from }) => from > frame);
    if (this.ahead && this.ahead.clip.from <= frame) {
      // What is wrong with it, its layer says when it is looked at again.
      await this.ahead.made.catch(() => undefined);
      this.ahead = undefined;
    }
    if (isNext && !this.ahead) this.begin(open);
  }

  private begin(open: Iterable<SeenClip>): void {
    const [clip] = this.waiting;
    // A fade holds two photographs at once; there are no more because of this.
    const held = [...open].filter(({ picture }) => picture.kind === 'still');
    if (!clip || clip.from >= this.timeline.range.to || held.length > 1) return;
    this.waiting = this.waiting.slice(1);
    const layer = this.firstLayer(clip);
    if (!layer) return;
    const made = this.look(layer);
    made.catch(() => undefined);
    this.ahead = { clip, made };
  }

  /** How a clip is first seen; undefined where what lies above it may hide it. */
  private firstLayer(clip: SeenClip): Layer | undefined {
    // What fades in is not seen in its first frame.
    for (const frame of [clip.from, clip.from + 1]) {
      const scene = sceneAt(this.timeline, frame);
      const place = scene.findIndex((layer) => layer.clip === clip);
      const isOnTop = scene.slice(place + 1).every((layer) => isMade(layer.clip.picture));
      if (place >= 0) return isOnTop ? scene[place] : undefined;
    }
    return undefined;
  }
}
