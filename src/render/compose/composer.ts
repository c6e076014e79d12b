import type { Warning } from '../../edit/model.ts';
import { BUILT_IN_FONTS, type FontLibrary } from '../fonts/font-library.ts';
import { type VideoFrame, type Planes, hasSamePixels, shareFrame } from '../av/video/video-frame.ts';
import { type PooledFrame, FramePool } from '../av/video/frame-pool.ts';
import { SharedReaders } from '../av/video/shared-readers.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { listCanvases } from '../scene/canvases.ts';
import { enlargementWarnings } from '../scene/enlargement-warnings.ts';
import { viewportOf, isGraphic } from '../scene/placement.ts';
import { unseenWarnings } from '../scene/unseen-warnings.ts';
import type { BandLevels } from '../draw/measured/followed-sound.ts';
import { checkFonts } from '../draw/asset-drawing.ts';
import { checkDrawing } from '../draw/create-drawing.ts';
import { LayerPainter } from './layer-painter.ts';
import { LayerStack } from './layer-stack.ts';
import { straighten } from './planes/colour-planes.ts';
import { clear, fill } from './planes/paint.ts';
import { coversSurface, hasSameLayers, type VisibleItem } from './visible-layer.ts';
import type { Overlay } from './overlay.ts';
import { overflowWarnings } from './overflow-warnings.ts';
import { StillPreloader } from './still-preloader.ts';
import { createWatermark } from './create-watermark.ts';

/** A frame of a timeline. */
export interface ComposedFrame {
  /** The pixels. The caller frees the frame and must not write to it. */
  readonly frame: VideoFrame;
  /** True if it is bit for bit the frame composed before it. */
  readonly isRepeat: boolean;
}

/** The frame composed last. */
interface LastFrame {
  readonly layers: readonly VisibleItem[];
  readonly planes: Planes;
  /** A reference to the pixels, so that the pool does not reuse their memory. */
  readonly frame: VideoFrame;
}

/** The options of a composer. */
export interface ComposerOptions {
  /**
   * True for stills, whose frames have the colour of every pixel; false by default, for a video. A timeline with a
   * transparent background is always in full colour, with straight alpha.
   */
  readonly fullColour?: boolean;
  /** A composer of the same timeline with the same fonts, to share decoded videos and warnings with. */
  readonly sibling?: Composer;
  /** The sound of the timeline, for waveforms. Silence if absent. */
  readonly levels?: BandLevels;
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
  private readonly readers: SharedReaders;
  private readonly stack: LayerStack;
  private readonly painter = new LayerPainter();
  private readonly watermark: Overlay | undefined;
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
    { fullColour: isStill = false, sibling, levels }: ComposerOptions = {},
  ) {
    const hasAlpha = timeline.background === 'transparent';
    const fullColour = isStill || hasAlpha;
    const surface = { ...timeline, fullColour, hasAlpha };
    this.timeline = timeline;
    this.readers = sibling?.readers ?? new SharedReaders();
    this.stack = new LayerStack({
      timeline,
      fonts,
      readers: this.readers,
      levels,
      scale: 1,
      surface: { width: timeline.width, height: timeline.height, fullColour },
    });
    this.watermark = hasWatermark ? createWatermark(surface) : undefined;
    this.pool = new FramePool(timeline.width, timeline.height, fullColour, hasAlpha);
    this.stillPreloader = new StillPreloader(timeline, (layer) => this.stack.renderLayer(layer));
    this.warnings = sibling?.warnings ?? listWarnings(timeline, fonts);
  }

  /**
   * Composes a frame.
   *
   * @param frame index of the output frame.
   * @throws {UnreadableSource} if the file of a clip cannot be read.
   */
  async composeFrame(frame: number): Promise<ComposedFrame> {
    await this.stillPreloader.onFrame(frame, this.stack.openClips);
    const layers = await this.stack.layersAt(frame);
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
    this.stack[Symbol.dispose]();
  }

  private paintLayers(layers: readonly VisibleItem[]): PooledFrame {
    const pooled = this.pool.take();
    const { frame, planes: output } = pooled;
    const [lowest] = layers;
    const isCovered = lowest !== undefined && coversSurface(lowest);
    // A frame of a source has no alpha to copy.
    const isCopied = isCovered && !output.alpha && this.stack.sourceOf(lowest.clip)?.copyTo?.(frame) === true;
    if (output.alpha) clear(output);
    else if (!isCovered) fill(output, this.timeline.background);
    this.painter.paint({ planes: output }, isCopied ? layers.slice(1) : layers);
    this.watermark?.paint(output);
    straighten(output);
    return pooled;
  }
}

/**
 * Returns the warnings of a timeline.
 *
 * @throws {KinoraError} `font_not_found` if a text uses a font that is not in `fonts`.
 */
function listWarnings(timeline: ResolvedTimeline, fonts: FontLibrary): Warning[] {
  return [
    ...listCanvases(timeline).flatMap((canvas) =>
      canvas.visualClips.flatMap((clip) => {
        const { visual, field } = clip;
        if (isGraphic(visual)) return checkDrawing(visual, viewportOf(clip, canvas), fonts, `${field}.asset`);
        if (visual.kind !== 'vector' || visual.raster !== undefined) return [];
        return checkFonts({ type: 'svg', src: visual.media.markup }, fonts, `${field}.asset`);
      }),
    ),
    ...overflowWarnings(timeline, fonts),
    ...unseenWarnings(timeline),
    ...enlargementWarnings(timeline),
  ];
}

function repeatFrame({ frame }: LastFrame): ComposedFrame {
  return { frame: shareFrame(frame), isRepeat: true };
}
