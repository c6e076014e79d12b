import type { Warning } from '../../edit/edit.ts';
import { BUILT_IN, type Fonts } from '../fonts/fonts.ts';
import { MediaError } from '../av/check.ts';
import { type Canvas, type Picture, PicturePool, type Planes, samePixels, share } from '../av/picture.ts';
import { Unreadable } from '../media/unreadable.ts';
import type { SeenClip, Timeline } from '../resolve/timeline.ts';
import { enlargedOf } from '../scene/enlarged.ts';
import { frameOf, isMade } from '../scene/placement.ts';
import { type Layer, sceneAt } from '../scene/scene.ts';
import { StillError } from '../stills/still.ts';
import { checkFonts } from '../draw/asset-drawing.ts';
import { madeWarnings } from '../draw/made-drawing.ts';
import type { Look, LookSource } from './look.ts';
import { openSource } from './open-source.ts';
import { fill, paint } from './paint.ts';
import type { Stencil } from './stencil.ts';
import { StillsAhead } from './stills-ahead.ts';
import { watermarkOn } from './watermark.ts';

interface PaintedLayer {
  readonly clip: SeenClip;
  readonly look: Look;
  readonly opacity: number;
}

/** A picture of a timeline. */
export interface Composed {
  /** Whoever asked for it frees it and does not write to it. */
  readonly picture: Picture;
  /** Whether it is the one made before, to the bit. */
  readonly isRepeat: boolean;
}

/** What was composed last. */
interface Latest {
  readonly layers: readonly PaintedLayer[];
  readonly planes: Planes;
  /** A hold on the pixels, so that they are not painted over. */
  readonly picture: Picture;
}

/** Makes the pictures of a timeline, fastest in rising order. Close it with `using`. */
export class Composer implements Disposable {
  /** What of the texts no font can show, and which pictures are too small. */
  readonly warnings: readonly Warning[];
  private readonly timeline: Timeline;
  private readonly watermark: Stencil | undefined;
  private readonly fonts: Fonts;
  private readonly sources = new Map<SeenClip, LookSource>();
  private readonly ahead: StillsAhead;
  private readonly pool: PicturePool;
  private last: Latest | undefined;

  /**
   * @param watermark whether our mark lies over every picture.
   * @param fonts those that texts may ask for.
   * @throws {KinoraError} `font_not_found` when a text asks for a font that we do not have.
   */
  constructor(timeline: Timeline, watermark: boolean, fonts: Fonts = BUILT_IN) {
    this.timeline = timeline;
    this.fonts = fonts;
    this.watermark = watermark ? watermarkOn(timeline) : undefined;
    this.pool = new PicturePool(timeline.width, timeline.height);
    this.ahead = new StillsAhead(timeline, (layer) => this.look(layer));
    this.warnings = [
      ...timeline.seen.flatMap((clip) => {
        const { picture, field } = clip;
        if (isMade(picture)) return madeWarnings(picture, frameOf(clip, timeline), fonts, `${field}.asset`);
        if (picture.kind !== 'vector') return [];
        return checkFonts({ type: 'svg', src: picture.media.markup }, fonts, `${field}.asset`);
      }),
      ...enlargedOf(timeline),
    ];
  }

  /**
   * The picture of an output frame.
   *
   * @throws {Unreadable} when the file of a clip cannot be read.
   */
  async picture(frame: number): Promise<Composed> {
    this.closePassed(frame);
    await this.ahead.at(frame, this.sources.keys());
    const layers = await this.looks(sceneAt(this.timeline, frame));
    const { last } = this;
    if (last && sameLayers(last.layers, layers)) return repeatOf(last);
    const { picture, planes } = this.compose(layers);
    if (last && samePixels(last.planes, planes)) return repeatOf((this.last = { ...last, layers }));
    last?.picture.free();
    this.last = { layers, planes, picture: share(picture) };
    return { picture: share(picture), isRepeat: false };
  }

  [Symbol.dispose](): void {
    this.last?.picture.free();
    this.last = undefined;
    this.pool[Symbol.dispose]();
    for (const source of this.sources.values()) source[Symbol.dispose]();
    this.sources.clear();
  }

  /** The looks of a scene from the lowest that is not hidden; what lies below an opaque one is not even decoded. */
  private async looks(scene: readonly Layer[]): Promise<PaintedLayer[]> {
    const looks: PaintedLayer[] = [];
    for (const layer of [...scene].reverse()) {
      const look = await this.look(layer);
      if (!look) continue;
      looks.unshift({ clip: layer.clip, look, opacity: layer.opacity });
      if (look.covers && layer.opacity === 1) break;
    }
    return looks;
  }

  private async look(layer: Layer): Promise<Look | undefined> {
    try {
      const source = await this.source(layer);
      return await source.at(layer);
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof StillError)) throw error;
      throw new Unreadable(layer.clip.field, { cause: error });
    }
  }

  private compose(layers: readonly PaintedLayer[]): Canvas {
    const canvas = this.pool.take();
    const { picture, planes: output } = canvas;
    const [lowest] = layers;
    const covers = lowest?.look.covers === true && lowest.opacity === 1;
    const isCopied = covers && this.sources.get(lowest.clip)?.copyTo?.(picture) === true;
    if (!covers) fill(output, this.timeline.background);
    for (const { look, opacity } of isCopied ? layers.slice(1) : layers)
      paint(output, look, look.area, opacity);
    this.watermark?.paint(output);
    return canvas;
  }

  private async source(layer: Layer): Promise<LookSource> {
    const known = this.sources.get(layer.clip);
    if (known) return known;
    const source = await openSource(layer, this.timeline, this.fonts);
    this.sources.set(layer.clip, source);
    return source;
  }

  private closePassed(frame: number): void {
    for (const [clip, source] of this.sources) {
      if (frame < clip.to) continue;
      source[Symbol.dispose]();
      this.sources.delete(clip);
    }
  }
}

function repeatOf({ picture }: Latest): Composed {
  return { picture: share(picture), isRepeat: true };
}

function sameLayers(before: readonly PaintedLayer[], now: readonly PaintedLayer[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ look, opacity }, index) => now[index]?.look === look && now[index].opacity === opacity)
  );
}
