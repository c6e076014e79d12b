import type { Warning } from '../../edit/index.ts';
import { BUILT_IN, type Fonts } from '../letters/fonts.ts';
import { MediaError } from '../av/check.ts';
import { type Picture, PicturePool, share } from '../av/picture.ts';
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
import { watermarkOn } from './watermark.ts';

interface PaintedLayer {
  readonly look: Look;
  readonly opacity: number;
}

/** Makes the pictures of a timeline, fastest in rising order. Close it with `using`. */
export class Composer implements Disposable {
  /** What of the texts no font can show, and which pictures are too small. */
  readonly warnings: readonly Warning[];
  private readonly timeline: Timeline;
  private readonly watermark: Stencil | undefined;
  private readonly fonts: Fonts;
  private readonly sources = new Map<SeenClip, LookSource>();
  private readonly pool: PicturePool;
  private last: { readonly layers: readonly PaintedLayer[]; readonly picture: Picture } | undefined;

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
   * The picture of an output frame; the caller frees it and does not write to it.
   *
   * @throws {Unreadable} when the file of a clip cannot be read.
   */
  async picture(frame: number): Promise<Picture> {
    this.closePassed(frame);
    const layers = await this.looks(sceneAt(this.timeline, frame));
    if (!this.last || !sameLayers(this.last.layers, layers)) {
      this.last = { layers, picture: this.compose(layers) };
    }
    return share(this.last.picture);
  }

  [Symbol.dispose](): void {
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
      looks.unshift({ look, opacity: layer.opacity });
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

  private compose(layers: readonly PaintedLayer[]): Picture {
    const { picture, planes: output } = this.pool.take();
    const [lowest] = layers;
    if (!lowest?.look.covers || lowest.opacity < 1) fill(output, this.timeline.background);
    for (const { look, opacity } of layers) paint(output, look, look.area, opacity);
    this.watermark?.paint(output);
    return picture;
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

function sameLayers(before: readonly PaintedLayer[], now: readonly PaintedLayer[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ look, opacity }, index) => now[index]?.look === look && now[index].opacity === opacity)
  );
}
