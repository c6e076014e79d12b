import { parseColour } from '../../base/colour.ts';
import { invertMatrix, type Matrix } from '../../render/scene/matrix.ts';
import type { PixelSize, Rect } from '../../render/scene/placement.ts';
import {
  type Content,
  type DrawnContent,
  type DrawnView,
  pixelsOf,
  placeOf,
  samplingOf,
  sourceOf,
} from './drawn-content.ts';
import { GlPrograms, type Uniforms } from './gl-programs.ts';
import { GlTextures, type Texture } from './gl-textures.ts';
import { BLUR, LAYER } from './shaders.ts';

/** The places of textures on the graphics card. */
export const TEXTURE_UNITS = { picture: 0, mask: 1, grade: 2 } as const;
const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
/** Sigma of a blur in pixels of its picture, which is reduced for a stronger blur. The difference is not seen. */
export const MAX_SIGMA = 3;
/** The whole of what is drawn on. */
export const WHOLE = { quad: [-1, -1, 2, 2], place: [1, 0, 0, 1, 0, 0] } as const;

/** A picture to draw into. */
export interface Target {
  readonly texture: Texture;
  readonly view: DrawnView;
}

/** The graphics card: what is drawn on, and with which programs and pictures. */
export class GlSurface {
  readonly gl: WebGL2RenderingContext;
  readonly programs: GlPrograms;
  readonly textures: GlTextures;

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    this.programs = new GlPrograms(gl);
    this.textures = new GlTextures(gl);
    gl.disable(gl.DITHER);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  /** The canvas of the page. @param canvas the size in which layers are placed on it. */
  pageView(canvas: PixelSize): DrawnView {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = this.gl;
    const scale = { x: width / canvas.width, y: height / canvas.height };
    return { width, height, canvas, scale, framebuffer: null, isFlipped: true };
  }

  /** Draws on a view from now on. */
  aim({ framebuffer, width, height }: DrawnView): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, width, height);
  }

  clear(view: DrawnView, colour: readonly [number, number, number, number]): void {
    const { gl } = this;
    this.aim(view);
    gl.clearColor(...colour);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /** Returns an empty picture to draw into. @param canvas the size in which layers are placed on it. */
  target({ width, height }: PixelSize, canvas: PixelSize, isFlipped = false): Target {
    const texture = this.textures.take({ width, height });
    const scale = { x: width / canvas.width, y: height / canvas.height };
    const view = { width, height, canvas, scale, framebuffer: texture.framebuffer, isFlipped };
    this.clear(view, [0, 0, 0, 0]);
    return { texture, view };
  }

  bind(unit: number, texture: WebGLTexture): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.activeTexture(gl.TEXTURE0);
  }

  /** Blurs a picture across and down, in its place. @param sigma standard deviations in its pixels. */
  blurTwice(first: Target, sigma: { readonly x: number; readonly y: number }): WebGLTexture {
    const { width, height } = first.texture;
    const second = this.target(first.texture, first.view.canvas);
    for (const [from, to, step_, along] of [
      [first, second, [1 / width, 0], sigma.x],
      [second, first, [0, 1 / height], sigma.y],
    ] as const) {
      this.clear(to.view, [0, 0, 0, 0]);
      this.bind(TEXTURE_UNITS.picture, from.texture.texture);
      const place = { quad: [0, 0, 1, 1], place: [2, 0, 0, 2, -1, -1] };
      this.programs.draw(BLUR, [], { ...place, step_, sigma: along, picture: TEXTURE_UNITS.picture });
    }
    return first.texture.texture;
  }

  /** Draws a picture as it is. */
  drawPart(content: Content, view: DrawnView, opacity = 1): void {
    const drawn = { content, matrix: IDENTITY, view, edges: content.box };
    this.draw(LAYER, [], drawn, { opacity });
  }

  draw(
    fragment: string,
    features: readonly string[],
    drawn: DrawnContent,
    uniforms: Uniforms,
    mask?: Texture,
  ): void {
    const { gl } = this;
    const { content, view, edges } = drawn;
    const inverse = invertMatrix(drawn.matrix);
    if (!inverse) return;
    // Software is much faster without what changes nothing.
    const isCut = !pixelsOf(edges, drawn);
    const isOpaque =
      content.isOpaque === true &&
      !isCut &&
      !mask &&
      uniforms['opacity'] === 1 &&
      !uniforms['wipe'] &&
      !uniforms['edge'];
    this.aim(view);
    this.bind(TEXTURE_UNITS.picture, content.texture.texture);
    if (mask) this.bind(TEXTURE_UNITS.mask, mask.texture);
    if (isOpaque) gl.disable(gl.BLEND);
    this.programs.draw(fragment, [...features, ...(isCut ? ['CUT'] : []), ...samplingOf(drawn)], {
      ...uniforms,
      ...TEXTURE_UNITS,
      ...placeOf(drawn, inverse, isCut),
      ...sourceOf(drawn),
    });
    if (isOpaque) gl.enable(gl.BLEND);
  }
}

/** Returns a colour as the graphics card takes it. @param color `#RGB` or `#RRGGBB`. */
export function toGl(color: string, alpha: number): readonly [number, number, number, number] {
  const { red, green, blue } = parseColour(color);
  return [red / 255, green / 255, blue / 255, alpha];
}

/** Returns the rectangle of a size. */
export function sizeRect({ width, height }: PixelSize): Rect {
  return { x: 0, y: 0, width, height };
}
