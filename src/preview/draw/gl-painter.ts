import type { BlendMode } from '../../base/vocabulary/blend-modes.ts';
import type { FilterValues, SpatialValues } from '../../render/grade/filter-values.ts';
import { isPlaced, needsPicture } from '../../render/grade/kinds.ts';
import { type FilterStage, splitStages } from '../../render/grade/stages.ts';
import { measureVignette } from '../../render/grade/vignette.ts';
import { filtersAt, isAnimated } from '../../render/resolve/resolved-filter.ts';
import { largestSizeOf } from '../../render/scene/clip-motion.ts';
import { placeCover, STAR_SIDES } from '../../render/scene/transitions/cover.ts';
import { BLUR_SIGMA, COLOUR_FILTERS } from '../../render/scene/filters.ts';
import type { Layer, LayerSmear } from '../../render/scene/scene.ts';
import { boundingBoxOf, expandRect, type Rect } from '../../render/scene/placement.ts';
import type { Content, DrawnView } from './drawn-content.ts';
import { GlGrades } from './gl-grades.ts';
import type { Uniforms } from './gl-programs.ts';
import type { Texture } from './gl-textures.ts';
import { type LayerShape, overflows, placeIn, layerShapeOf } from './layer-shape.ts';
import type { Painter, LayerPicture, ReadyLayer, ReadyScene } from './ready-layer.ts';
import { DISSOLVE, LAYER, MATTE, MIXTURE, SMEAR } from './shaders.ts';
import { canRim, paintRimmed } from './gl-rim.ts';
import { GlSurface, MAX_SIGMA, sizeRect, toGl, TEXTURE_UNITS, WHOLE } from './gl-surface.ts';

/** The largest factor by which the canvas of a group is enlarged. */
const MAX_ENLARGEMENT = 2;

/** Draws layers with WebGL2. */
export class GlPainter implements Painter {
  private readonly surface: GlSurface;
  private readonly grades: GlGrades;

  constructor(gl: WebGL2RenderingContext) {
    this.surface = new GlSurface(gl);
    this.grades = new GlGrades(gl);
  }

  get isLost(): boolean {
    return this.surface.gl.isContextLost();
  }

  canPaint({ layer, group }: ReadyLayer): boolean {
    if (layer.trail || !canGrade(layer) || !canRim(layer)) return false;
    return !group || group.layers.every((inner) => this.canPaint(inner));
  }

  paint({ canvas, background, layers }: ReadyScene, scale: number): void {
    const page = this.surface.pageView(canvas);
    const size = { width: Math.round(page.width * scale), height: Math.round(page.height * scale) };
    const reduced = scale < 1 ? this.surface.target(size, canvas) : undefined;
    const view = reduced?.view ?? page;
    this.surface.clear(view, background === 'transparent' ? [0, 0, 0, 0] : toGl(background, 1));
    this.paintLayers(layers, view);
    if (reduced) {
      this.surface.clear(page, [0, 0, 0, 0]);
      this.surface.drawPart(
        { texture: reduced.texture, source: sizeRect(reduced.texture), box: sizeRect(canvas) },
        page,
      );
    }
    this.surface.textures.endFrame();
  }

  show(image: ImageBitmap): void {
    const view = this.surface.pageView(image);
    this.surface.clear(view, [0, 0, 0, 0]);
    // One as large as the view needs no smaller copies.
    const texture = this.surface.textures.load(image, image.width > view.canvas.width);
    this.surface.drawPart({ texture, source: sizeRect(texture), box: sizeRect(image) }, view);
    this.surface.textures.endFrame();
  }

  [Symbol.dispose](): void {
    this.surface.textures.endFrame();
    this.surface.textures.trim();
    this.grades.trim();
  }

  private paintLayers(items: readonly ReadyLayer[], view: DrawnView): void {
    for (const [index, item] of items.entries()) this.paintLayer(item, items.slice(index + 1), view);
  }

  /** @param above the layers above it, into one of which it may dissolve. */
  private paintLayer(item: ReadyLayer, above: readonly ReadyLayer[], view: DrawnView): void {
    const { layer } = item;
    const { blend, ...clip } = layer.clip;
    if (blend) {
      this.paintMixed({ ...item, layer: { ...layer, clip } }, above, blend, view);
      return;
    }
    if (layer.smear) {
      const { smear, ...sharp } = layer;
      this.paintSmeared({ ...item, layer: sharp }, smear, view);
      return;
    }
    if (layer.rim) {
      const { rim, ...bare } = layer;
      paintRimmed(this.surface, layer, rim, view, (flat) =>
        this.paintLayer({ ...item, layer: { ...bare, opacity: 1 } }, [], flat),
      );
      return;
    }
    const boxes = item.pictures.map(({ box }) => box);
    const shape = layerShapeOf(layer, boxes);
    const sharpContent = this.contentOf(item, shape, view);
    if (!sharpContent) return;
    const isBlurred = layer.clip.filter === 'blur';
    const content = isBlurred ? this.blur(item, shape, sharpContent, view) : sharpContent;
    const edges = isBlurred && overflows(layer.clip) ? content.box : shape.drawn;
    const mask = this.maskOf(item, above, shape, view);
    const { filter } = layer.clip;
    const adjustment = filter && filter !== 'blur' ? COLOUR_FILTERS[filter] : undefined;
    const { wipe, cover, opacity } = layer;
    const { grade, vignette } = this.bindGrade(layer);
    this.surface.draw(
      LAYER,
      Object.entries({
        MASKED: mask,
        FILTERED: adjustment,
        GRADED: grade,
        VIGNETTE: vignette,
        WIPED: wipe,
        COVERED: cover,
        ...(cover && { [cover.form.toUpperCase()]: cover }),
      }).flatMap(([feature, part]) => (part ? feature : [])),
      { content, matrix: layer.matrix, perspective: layer.perspective, view, edges },
      {
        ...(wipe && {
          wipe: [wipe.left, wipe.right],
          span: [shape.visible.x, shape.visible.width],
        }),
        ...vignette,
        ...(cover && uniformsOf(cover, layer, shape)),
        opacity,
        ...(adjustment && { adjustment: [adjustment.gain, adjustment.lift, adjustment.chroma] }),
      },
      mask,
    );
  }

  /** Paints a layer and mixes it with what is below it. */
  private paintMixed(item: ReadyLayer, above: readonly ReadyLayer[], mode: BlendMode, view: DrawnView): void {
    const { gl } = this.surface;
    const upper = this.surface.target(view, view.canvas, view.isFlipped);
    this.paintLayer(item, above, upper.view);
    const { texture: lower } = this.surface.target(view, view.canvas, view.isFlipped);
    this.surface.aim(view);
    this.surface.bind(TEXTURE_UNITS.picture, lower.texture);
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 0, 0, view.width, view.height);
    this.surface.bind(TEXTURE_UNITS.mask, lower.texture);
    this.surface.bind(TEXTURE_UNITS.picture, upper.texture.texture);
    gl.disable(gl.BLEND);
    this.surface.programs.draw(MIXTURE, [mode.toUpperCase().replace('-', '_')], {
      ...WHOLE,
      ...TEXTURE_UNITS,
    });
    gl.enable(gl.BLEND);
  }

  private paintSmeared(
    item: ReadyLayer,
    { axis, shift, length, isMirrored }: LayerSmear,
    view: DrawnView,
  ): void {
    const { texture, view: sharp } = this.surface.target(view, view.canvas, view.isFlipped);
    this.paintLayer(item, [], sharp);
    this.surface.aim(view);
    this.surface.bind(TEXTURE_UNITS.picture, texture.texture);
    const along = (share: number): readonly number[] =>
      axis === 'x' ? [share * view.width, 0] : [0, (view.isFlipped ? -share : share) * view.height];
    this.surface.programs.draw(SMEAR, [], {
      ...WHOLE,
      picture: TEXTURE_UNITS.picture,
      shift: along(shift),
      trail: along(length),
      mirrored: isMirrored ? 1 : 0,
    });
  }

  /** Returns the picture of a layer: its only one, or all of them drawn into one. */
  private contentOf(item: ReadyLayer, { whole }: LayerShape, view: DrawnView): Content | undefined {
    const { pictures, group, layer } = item;
    if (group) return { ...this.paintGroup(item, group, view), box: whole };
    const withLevels = layer.clip.filter === 'blur' || layer.clip.visual.kind === 'still';
    const [first] = pictures;
    if (!first) return undefined;
    if (pictures.length === 1) return this.load(first, whole, withLevels);
    const bounds = boundingBoxOf(pictures.map(({ box }) => box));
    const canvas = {
      width: (first.source.width / first.box.width) * bounds.width,
      height: (first.source.height / first.box.height) * bounds.height,
    };
    const target = this.surface.target(
      { width: Math.ceil(canvas.width), height: Math.ceil(canvas.height) },
      canvas,
    );
    const unit = { x: -bounds.x / bounds.width, y: -bounds.y / bounds.height };
    const inside = {
      x: unit.x * canvas.width,
      y: unit.y * canvas.height,
      width: canvas.width / bounds.width,
      height: canvas.height / bounds.height,
    };
    for (const picture of pictures)
      this.surface.drawPart(this.load(picture, inside, false), target.view, picture.opacity);
    return { texture: target.texture, source: sizeRect(target.texture), box: placeIn(whole, bounds) };
  }

  private load({ image, source, box, isStacked }: LayerPicture, whole: Rect, withLevels: boolean): Content {
    // The copies of a picture with several parts would mix them.
    const isWhole = source.width === image.width && !isStacked;
    const texture = this.surface.textures.load(image, withLevels && isWhole);
    const cubic = 'pixels' in image ? undefined : isWhole ? 0 : 1;
    const isOpaque = 'pixels' in image && !isStacked;
    return { texture, source, box: placeIn(whole, box), isStacked, isOpaque, cubic };
  }

  /** Draws the layers of a group at the size in which they are shown. */
  private paintGroup(
    { layer }: ReadyLayer,
    { canvas, layers }: NonNullable<ReadyLayer['group']>,
    view: DrawnView,
  ): Pick<Content, 'texture' | 'source'> {
    const largest = largestSizeOf(layer.clip, view.canvas);
    const scale = Math.min(
      MAX_ENLARGEMENT,
      Math.max(largest.width / canvas.width, largest.height / canvas.height),
    );
    const size = {
      width: Math.max(1, Math.round(canvas.width * scale * view.scale.x)),
      height: Math.max(1, Math.round(canvas.height * scale * view.scale.y)),
    };
    const target = this.surface.target(size, canvas);
    this.paintLayers(layers, target.view);
    return { texture: target.texture, source: sizeRect(target.texture) };
  }

  private blur(item: ReadyLayer, shape: LayerShape, content: Content, view: DrawnView): Content {
    const { clip } = item.layer;
    const largest = largestSizeOf(clip, view.canvas);
    const sigma = ((clip.sigma ?? BLUR_SIGMA) * view.canvas.width * shape.whole.width) / largest.width;
    const region = overflows(clip) ? expandRect(content.box, 3 * sigma) : shape.drawn;
    const scale = Math.min(view.scale.x, MAX_SIGMA / sigma);
    const size = {
      width: Math.max(1, Math.ceil(region.width * scale)),
      height: Math.max(1, Math.ceil(region.height * scale)),
    };
    const first = this.surface.target(size, region);
    const inside = {
      ...content,
      box: { ...content.box, x: content.box.x - region.x, y: content.box.y - region.y },
    };
    this.surface.drawPart(inside, first.view);
    this.surface.blurTwice(first, {
      x: (sigma * size.width) / region.width,
      y: (sigma * size.height) / region.height,
    });
    return { texture: first.texture, source: sizeRect(first.texture), box: region };
  }

  /** Draws the mattes of a layer, and how much of it is seen while it dissolves. Undefined if there is no such thing. */
  private maskOf(
    { layer, mattes }: ReadyLayer,
    above: readonly ReadyLayer[],
    shape: LayerShape,
    view: DrawnView,
  ): Texture | undefined {
    const { gl } = this.surface;
    const { dissolve, uncropped } = layer;
    if (mattes.length === 0 && !dissolve) return undefined;
    const upperIndex = above.findIndex(({ layer: { clip } }) => clip.field === dissolve?.into);
    const upper = above[upperIndex];
    // A pixel of the mask is at the place of the pixel that it masks.
    const { texture, view: masks } = this.surface.target(view, view.canvas, view.isFlipped);
    const upperTarget = dissolve && this.surface.target(view, view.canvas, view.isFlipped);
    if (upperTarget && upper) this.paintLayer(upper, above.slice(upperIndex + 1), upperTarget.view);
    this.surface.clear(masks, [1, 1, 1, 1]);
    gl.blendFunc(gl.DST_COLOR, gl.ZERO);
    for (const { picture, isInverted } of mattes) {
      const content = this.load(picture, uncropped, true);
      const { matrix, perspective } = layer;
      const drawn = { content, matrix, perspective, view: masks, edges: shape.drawn };
      this.surface.draw(MATTE, [], drawn, { inversion: isInverted ? 1 : 0 });
    }
    if (dissolve && upperTarget) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, masks.framebuffer);
      this.surface.bind(0, upperTarget.texture.texture);
      this.surface.programs.draw(DISSOLVE, [], { ...WHOLE, picture: 0, share: dissolve.share });
    }
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    return texture;
  }

  /** Binds the colours of the filters with values of a layer, if there are any, and returns the vignette. */
  private bindGrade(layer: Layer): {
    readonly grade?: WebGLTexture | undefined;
    readonly vignette?: Uniforms;
  } {
    const { gl } = this.surface;
    const { clip, placement } = layer;
    const [stage] = stagesOf(layer);
    if (!stage) return {};
    const grade = this.grades.textureOf(stage, clip.filters?.some(isAnimated) === true);
    if (grade) {
      gl.activeTexture(gl.TEXTURE0 + TEXTURE_UNITS.grade);
      gl.bindTexture(gl.TEXTURE_3D, grade);
      gl.activeTexture(gl.TEXTURE0);
    }
    const { x, y, width, height } = placement.visible;
    if (stage.placed?.type !== 'vignette') return { grade };
    return { grade, vignette: { vignette: measureVignette(stage.placed), shown: [x, y, width, height] } };
  }
}

/** True for a filter that the page draws, apart from a grain. */
function isPixelwise(values: FilterValues): values is Exclude<FilterValues, SpatialValues> {
  return !needsPicture(values);
}

/** Returns the filters with values of a layer, apart from those that the page does not draw. */
function stagesOf({ clip: { filters }, time }: Layer): FilterStage[] {
  return splitStages(filtersAt(filters, time).filter(isPixelwise));
}

/** True if the page draws the filters of a layer: colours, and a vignette after them. */
function canGrade({ clip: { filters }, time }: Layer): boolean {
  const values = filtersAt(filters, time);
  const last = values.length - 1;
  return values.every((filter, index) =>
    isPlaced(filter) ? filter.type === 'vignette' && !filter.region && index === last : isPixelwise(filter),
  );
}

/** Returns what a program needs to draw a cover. */
function uniformsOf(cover: NonNullable<Layer['cover']>, { clip }: Layer, { visible }: LayerShape): Uniforms {
  const { rect, edge, slope } = placeCover(cover, clip, visible);
  return {
    shaped: [rect.x, rect.y, rect.width, rect.height],
    edge: [edge, slope],
    star: [STAR_SIDES.angle, STAR_SIDES.slope],
  };
}
