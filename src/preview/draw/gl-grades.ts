import type { Rgb } from '../../render/grade/colour.ts';
import { describeFilters, hasSteps } from '../../render/grade/colour-filters.ts';
import type { ColourValues } from '../../render/grade/filter-values.ts';
import { createGrade } from '../../render/grade/grade.ts';
import type { FilterStage } from '../../render/grade/stages.ts';

/** Colours along each side of a grade. Those between them are interpolated. */
const SIDES = { steady: 33, moving: 17, stepped: 64 } as const;
/** Grades that are kept. A moving one changes with each frame. */
const MAX_GRADES = 16;

/** The filters with values on the graphics card: a cube of colours for each. */
export class GlGrades {
  private readonly gl: WebGL2RenderingContext;
  private readonly grades = new Map<string, WebGLTexture>();

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
  }

  /** Returns the cube of a stage. Undefined if it changes no colours. @param isMoving true if it soon does not count. */
  textureOf({ colours }: FilterStage, isMoving: boolean): WebGLTexture | undefined {
    if (colours.length === 0) return undefined;
    const side = colours.some(hasSteps) ? SIDES.stepped : isMoving ? SIDES.moving : SIDES.steady;
    const key = `${side} ${describeFilters(colours)}`;
    const texture = this.grades.get(key) ?? this.upload(colours, side);
    this.grades.delete(key);
    this.grades.set(key, texture);
    this.trim(MAX_GRADES);
    return texture;
  }

  /** Frees the cubes that were not used for the longest time. @param count most that are kept. */
  trim(count = 0): void {
    for (const [key, texture] of this.grades) {
      if (this.grades.size <= count) return;
      this.gl.deleteTexture(texture);
      this.grades.delete(key);
    }
  }

  private upload(values: readonly ColourValues[], side: number): WebGLTexture {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_3D, texture);
    for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
      gl.texParameteri(gl.TEXTURE_3D, axis, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_3D, filter, gl.LINEAR);
    const colours = createCube(values, side);
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGBA8, side, side, side, 0, gl.RGBA, gl.UNSIGNED_BYTE, colours);
    return texture;
  }
}

/** Returns the results for all colours of a cube, red first. */
function createCube(values: readonly ColourValues[], side: number): Uint8Array {
  const grade = createGrade(values);
  const bytes = new Uint8Array(4 * side ** 3);
  for (let index = 0; index < side ** 3; index++) {
    const colour: Rgb = [index % side, Math.floor(index / side) % side, Math.floor(index / side ** 2)];
    for (let channel = 0; channel < 3; channel++) colour[channel] = (colour[channel] ?? 0) / (side - 1);
    grade(colour);
    bytes.set([...colour.map((value) => Math.round(255 * value)), 255], 4 * index);
  }
  return bytes;
}
