import type { Warning } from '../../edit/model.ts';
import { BUILT_IN_FONTS, type FontLibrary } from '../fonts/font-library.ts';
import { MediaError } from '../av/check.ts';
import { type VideoFrame, type Planes, hasSamePixels, shareFrame } from '../av/video/video-frame.ts';
import { type PooledFrame, FramePool } from '../av/video/frame-pool.ts';
import { SharedReaders } from '../av/video/shared-readers.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import type { VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { enlargementWarnings } from '../scene/enlargement-warnings.ts';
import { viewportOf, isGraphic } from '../scene/placement.ts';
import { type Layer, sceneAt } from '../scene/scene.ts';
import { unseenWarnings } from '../scene/unseen-warnings.ts';
import { StillError } from '../stills/still.ts';
import { checkFonts } from '../draw/asset-drawing.ts';
import { checkDrawing } from '../draw/create-drawing.ts';
import { straighten } from './planes/colour-planes.ts';
import type { LayerImage, LayerSource } from './layers/layer-image.ts';
import { openLayerSource, type SourceParts } from './layers/open-layer-source.ts';
import { clear, fill, paint } from './planes/paint.ts';
import type { Overlay } from './overlay.ts';
import { dissolveImage } from './mattes/dissolve-image.ts';
import { overflowWarnings } from './overflow-warnings.ts';
import { StillPreloader } from './still-preloader.ts';
import { createWatermark } from './create-watermark.ts';

interface VisibleLayer {
  readonly clip: VisualClip;
  readonly image: LayerImage;
  readonly opacity: number;
}

/** A frame of a timeline. */
export interface ComposedFrame {
  /** The pixels. The caller frees the frame and must not write to it. */
  readonly frame: VideoFrame;
  /** True if it is bit for bit the frame composed before it. */
  readonly isRepeat: boolean;
}

/** The frame composed last. */
interface LastFrame {
  readonly layers: readonly VisibleLayer[];
  readonly planes: Planes;
  /** A reference to the pixels, so that the pool does not reuse their memory. */
  readonly frame: VideoFrame;
}

/** How a composer composes. */
export interface ComposerOptions {
  /**
   * True for stills, whose frames have the colour of every pixel; false by default, for a video. A timeline with a
   * transparent background is always in full colour, with straight alpha.
   */
  readonly fullColour?: boolean;
  /** A composer of the same timeline with the same fonts, to share decoded videos and warnings with. */
  readonly sibling?: Composer;
}

/**
 * Composes the frames of a timeline. Composing is fastest if frames are requested in rising order. Close it
 * with `using`.
 */
export class Composer implements Disposable {
  /**
   * Warnings about characters that no font has, about texts that do not fit, about clips that are never visible,
   * and about sources that are enlarged too much.
   */
  readonly warnings: readonly Warning[];
  private readonly timeline: ResolvedTimeline;
  private readonly parts: SourceParts;
  private readonly watermark: Overlay | undefined;
  private readonly sources = new Map<VisualClip, LayerSource>();
  private readonly stillPreloader: StillPreloader;
  private readonly pool: FramePool;
  private last: LastFrame | undefined;

  /**
   * @param timeline the timeline to compose.
   * @param hasWatermark true to draw the watermark over every frame.
   * @param fonts the fonts that texts may use.
   * @throws {KinoraError} `font_not_found` if a text uses a font that is not in `fonts`.
   */
  constructor(
    timeline: ResolvedTimeline,
    hasWatermark: boolean,
    fonts: FontLibrary = BUILT_IN_FONTS,
    { fullColour: isStill = false, sibling }: ComposerOptions = {},
  ) {
    const hasAlpha = timeline.background === 'transparent';
    const fullColour = isStill || hasAlpha;
    const surface = { ...timeline, fullColour, hasAlpha };
    this.timeline = timeline;
    this.parts = { timeline: surface, fonts, readers: sibling?.parts.readers ?? new SharedReaders() };
    this.watermark = hasWatermark ? createWatermark(surface) : undefined;
    this.pool = new FramePool(timeline.width, timeline.height, fullColour, hasAlpha);
    this.stillPreloader = new StillPreloader(timeline, (layer) => this.renderLayer(layer));
    this.warnings = sibling?.warnings ?? listWarnings(timeline, fonts);
  }

  /**
   * Composes a frame.
   *
   * @param frame index of the output frame.
   * @throws {UnreadableSource} if the file of a clip cannot be read.
   */
  async composeFrame(frame: number): Promise<ComposedFrame> {
    this.closePastSources(frame);
    await this.stillPreloader.onFrame(frame, this.sources.keys());
    const layers = await this.visibleLayers(sceneAt(this.timeline, frame));
    const { last } = this;
    if (last && hasSameLayers(last.layers, layers)) return repeatFrame(last);
    const { frame: painted, planes } = this.paintLayers(layers);
    if (last && hasSamePixels(last.planes, planes)) return repeatFrame((this.last = { ...last, layers }));
    last?.frame.free();
    this.last = { layers, planes, frame: shareFrame(painted) };
    return { frame: shareFrame(painted), isRepeat: false };
  }

  [Symbol.dispose](): void {
    this.last?.frame.free();
    this.last = undefined;
    this.pool[Symbol.dispose]();
    for (const source of this.sources.values()) source[Symbol.dispose]();
    this.sources.clear();
  }

  /**
   * Renders the visible layers of a scene. If a layer covers the frame, the layers below it are not even
   * decoded.
   */
  private async visibleLayers(scene: readonly Layer[]): Promise<VisibleLayer[]> {
    const layers: VisibleLayer[] = [];
    for (const layer of [...scene].reverse()) {
      const whole = await this.renderLayer(layer);
      const image = whole && dissolve(layer, whole, layers);
      if (!image) continue;
      layers.unshift({ clip: layer.clip, image, opacity: layer.opacity });
      if (image.coversFrame && layer.opacity === 1) break;
    }
    return layers;
  }

  private async renderLayer(layer: Layer): Promise<LayerImage | undefined> {
    try {
      const source = await this.sourceFor(layer);
      return await source.at(layer);
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof StillError)) throw error;
      throw new UnreadableSource(layer.clip.field, { cause: error });
    }
  }

  private paintLayers(layers: readonly VisibleLayer[]): PooledFrame {
    const pooled = this.pool.take();
    const { frame, planes: output } = pooled;
    const [lowest] = layers;
    const isCovered = lowest?.image.coversFrame === true && lowest.opacity === 1;
    // A frame of a source has no alpha to copy.
    const isCopied = isCovered && !output.alpha && this.sources.get(lowest.clip)?.copyTo?.(frame) === true;
    if (output.alpha) clear(output);
    else if (!isCovered) fill(output, this.timeline.background);
    for (const { image, opacity } of isCopied ? layers.slice(1) : layers)
      paint(output, image, image.area, opacity);
    this.watermark?.paint(output);
    straighten(output);
    return pooled;
  }

  private async sourceFor(layer: Layer): Promise<LayerSource> {
    const known = this.sources.get(layer.clip);
    if (known) return known;
    const source = await openLayerSource(layer, this.parts);
    this.sources.set(layer.clip, source);
    return source;
  }

  private closePastSources(frame: number): void {
    for (const [clip, source] of this.sources) {
      if (frame < clip.to) continue;
      source[Symbol.dispose]();
      this.sources.delete(clip);
    }
  }
}

/**
 * Returns the warnings of a timeline.
 *
 * @throws {KinoraError} `font_not_found` if a text uses a font that is not in `fonts`.
 */
function listWarnings(timeline: ResolvedTimeline, fonts: FontLibrary): Warning[] {
  return [
    ...timeline.visualClips.flatMap((clip) => {
      const { visual, field } = clip;
      if (isGraphic(visual)) return checkDrawing(visual, viewportOf(clip, timeline), fonts, `${field}.asset`);
      if (visual.kind !== 'vector') return [];
      return checkFonts({ type: 'svg', src: visual.media.markup }, fonts, `${field}.asset`);
    }),
    ...overflowWarnings(timeline, fonts),
    ...unseenWarnings(timeline),
    ...enlargementWarnings(timeline),
  ];
}

/** Returns the image of a layer that may dissolve into another. @param above the layers above it. */
function dissolve(
  { dissolve: dissolving }: Layer,
  image: LayerImage,
  above: readonly VisibleLayer[],
): LayerImage | undefined {
  if (!dissolving) return image;
  const { into, share } = dissolving;
  return dissolveImage(
    image,
    above.find(({ clip }) => clip.field === into),
    share,
  );
}

function repeatFrame({ frame }: LastFrame): ComposedFrame {
  return { frame: shareFrame(frame), isRepeat: true };
}

function hasSameLayers(before: readonly VisibleLayer[], now: readonly VisibleLayer[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ image, opacity }, index) => now[index]?.image === image && now[index].opacity === opacity)
  );
}
