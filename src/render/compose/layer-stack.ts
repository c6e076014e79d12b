import { MediaError } from '../av/check.ts';
import type { SharedReaders } from '../av/video/shared-readers.ts';
import type { BandLevels } from '../draw/measured/followed-sound.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import type { ResolvedTimeline, VisualClip } from '../resolve/timeline.ts';
import { mapPoint } from '../scene/matrix.ts';
import { intersect, type PixelSize } from '../scene/placement.ts';
import { type Layer, sceneAt } from '../scene/scene.ts';
import { StillError } from '../stills/still.ts';
import { type CanvasPlacement, findDirectPlacement, placeOnSurface } from './groups/group-placement.ts';
import type { GroupLayers } from './groups/group-bitmaps.ts';
import { isAxisAligned } from './layers/axis-aligned-renderer.ts';
import type { LayerImage, LayerSource } from './layers/layer-image.ts';
import { openLayerSource } from './layers/open-layer-source.ts';
import { dissolveImage } from './mattes/dissolve-image.ts';
import type { PixelRect } from './planes/pixel-rect.ts';
import type { Surface } from './planes/surface.ts';
import { coversSurface, type VisibleItem } from './visible-layer.ts';

/** The clips of a picture and the surface that they are painted on. */
export interface LayerStackParts {
  /** The clips, with the size in pixels that they are placed in. */
  readonly timeline: ResolvedTimeline;
  readonly surface: Surface;
  /** Pixels of the surface per pixel of the timeline. */
  readonly scale: number;
  /** The fonts that texts may use. */
  readonly fonts: FontLibrary;
  readonly readers: SharedReaders;
  /** The sound of the timeline, for waveforms. Silence if absent. */
  readonly levels?: BandLevels | undefined;
}

/** The clips of one canvas. */
type Clips = readonly VisualClip[];

/**
 * The layers of a picture with their open files: of a timeline, or of a group. The source of a clip is closed after its
 * last frame. Close the stack with `using`.
 */
export class LayerStack implements GroupLayers {
  private readonly parts: LayerStackParts;
  private readonly sources = new Map<VisualClip, LayerSource>();
  /** The fields of the clips that another clip dissolves into, for the clips of each canvas. */
  private readonly dissolved = new Map<Clips, ReadonlySet<string>>();

  constructor(parts: LayerStackParts) {
    this.parts = parts;
  }

  /** The clips whose pictures are in memory. */
  get openClips(): Iterable<VisualClip> {
    return this.sources.keys();
  }

  /** Returns the open source of a clip. */
  sourceOf(clip: VisualClip): LayerSource | undefined {
    return this.sources.get(clip);
  }

  async layersAt(frame: number): Promise<VisibleItem[]> {
    this.closePastSources(frame);
    const { timeline, scale } = this.parts;
    const { width, height, visualClips } = timeline;
    return this.listVisible(visualClips, frame, { canvas: { width, height }, scale, origin: { x: 0, y: 0 } });
  }

  /**
   * Renders a layer.
   *
   * @param layer a layer on the surface.
   * @param placement the placement of its canvas. By default, the canvas is the surface.
   * @throws {UnreadableSource} if the file of the clip cannot be read.
   */
  async renderLayer(layer: Layer, placement?: CanvasPlacement): Promise<LayerImage | undefined> {
    try {
      const source = await this.sourceFor(layer, placement);
      return await source.at(layer);
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof StillError)) throw error;
      throw new UnreadableSource(layer.clip.field, { cause: error });
    }
  }

  [Symbol.dispose](): void {
    for (const source of this.sources.values()) source[Symbol.dispose]();
    this.sources.clear();
  }

  /**
   * Renders the visible layers of a canvas. If a layer covers the surface, the layers below it are not even decoded.
   */
  private async listVisible(clips: Clips, frame: number, placement: CanvasPlacement): Promise<VisibleItem[]> {
    const scene = sceneAt({ ...this.parts.timeline, ...placement.canvas, visualClips: clips }, frame);
    scene.reverse();
    await this.beginVideos(scene, placement);
    const found: VisibleItem[] = [];
    for (const layer of scene) {
      const placed = placeOnSurface(layer, placement);
      const isDissolved = this.dissolvedIn(clips).has(layer.clip.field);
      const direct = findDirectPlacement(placed, placement, isDissolved);
      const items = direct
        ? await this.listDirect(placed, frame, direct, placement.within)
        : await this.listPicture(placed, placement, found);
      found.unshift(...items);
      if (items.some(coversSurface)) break;
    }
    return found;
  }

  /**
   * Opens the videos that begin with a frame and decodes their pictures, all at the same time.
   *
   * @param scene the layers of the frame. The first one is in front.
   * @throws {UnreadableSource} if the file of a video cannot be read.
   */
  private async beginVideos(scene: readonly Layer[], placement: CanvasPlacement): Promise<void> {
    const isNew = ({ clip }: Layer): boolean => clip.visual.kind === 'video' && !this.sources.has(clip);
    // In most frames, no video begins.
    if (!scene.some(isNew)) return;
    const hiding = scene.findIndex((layer) => mayFill(layer, placement.canvas));
    // Those below a layer that may hide them are opened when they turn out to be visible.
    const beginning = (hiding < 0 ? scene : scene.slice(0, hiding + 1)).filter(isNew);
    if (beginning.length < 2) return;
    const rendered = beginning.map((layer) => this.renderLayer(placeOnSurface(layer, placement), placement));
    await Promise.allSettled(rendered);
    await Promise.all(rendered);
  }

  /** Renders a layer that is one picture. @param above the layers above it. */
  private async listPicture(
    layer: Layer,
    placement: CanvasPlacement,
    above: readonly VisibleItem[],
  ): Promise<VisibleItem[]> {
    const whole = await this.renderLayer(layer, placement);
    const image = whole && dissolve(layer, whole, above);
    if (!image) return [];
    const { within } = placement;
    return [{ clip: layer.clip, image, opacity: layer.opacity, ...(within && { within }) }];
  }

  /** Renders the layers of a group that are painted on the surface themselves. */
  private async listDirect(
    { clip, opacity }: Layer,
    frame: number,
    placement: CanvasPlacement & { readonly within: PixelRect },
    outer: PixelRect | undefined,
  ): Promise<VisibleItem[]> {
    if (clip.visual.kind !== 'group') return [];
    const { surface } = this.parts;
    const within = intersect(placement.within, outer ?? { x: 0, y: 0, ...surface });
    if (within.width <= 0 || within.height <= 0) return [];
    const isWhole = within.width === surface.width && within.height === surface.height;
    const { canvas, scale, origin } = placement;
    const inside = { canvas, scale, origin, ...(!isWhole && { within }) };
    const layers = await this.listVisible(clip.visual.clips, frame, inside);
    if (opacity === 1 || layers.length === 0) return layers;
    return [{ clip, layers, opacity, within }];
  }

  private dissolvedIn(clips: Clips): ReadonlySet<string> {
    const known = this.dissolved.get(clips) ?? new Set(clips.flatMap((clip) => clip.dissolvesInto ?? []));
    this.dissolved.set(clips, known);
    return known;
  }

  private async sourceFor(layer: Layer, placement?: CanvasPlacement): Promise<LayerSource> {
    const known = this.sources.get(layer.clip);
    if (known) return known;
    const { timeline, surface, scale, fonts, readers, levels } = this.parts;
    const { canvas = timeline } = placement ?? {};
    const source = await openLayerSource(layer, {
      timeline: { ...timeline, ...surface },
      canvas: { width: canvas.width, height: canvas.height },
      scale,
      fonts,
      readers,
      levels,
      openLayers: (visualClips, size, inner) =>
        new LayerStack({
          fonts,
          readers,
          levels,
          scale: inner.scale,
          timeline: { ...timeline, ...size, visualClips },
          surface: { ...inner.size, fullColour: true },
        }),
    });
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

/** True if a layer may fill the canvas, and so hide the layers below it. */
function mayFill(layer: Layer, canvas: PixelSize): boolean {
  const { x, y, width, height } = layer.placement.visible;
  const from = mapPoint(layer.matrix, x, y);
  const to = mapPoint(layer.matrix, x + width, y + height);
  const isInside = ({ x, y }: typeof from): boolean =>
    (x > 0 && x < canvas.width) || (y > 0 && y < canvas.height);
  return layer.perspective !== undefined || !isAxisAligned(layer) || !(isInside(from) || isInside(to));
}

/** Returns the image of a layer that may dissolve into another. @param above the layers above it. */
function dissolve(
  { dissolve: dissolving }: Layer,
  image: LayerImage,
  above: readonly VisibleItem[],
): LayerImage | undefined {
  if (!dissolving) return image;
  const { into, share } = dissolving;
  const upper = above.find(({ clip }) => clip.field === into);
  return dissolveImage(image, upper && 'image' in upper ? upper : undefined, share);
}
