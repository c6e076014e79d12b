import { VERTEX } from './shaders.ts';

/** The values of the uniforms of a program, by their names. Textures are given as units. */
export type Uniforms = Readonly<Record<string, number | readonly number[]>>;

interface Program {
  readonly program: WebGLProgram;
  readonly locations: ReadonlyMap<string, { readonly location: WebGLUniformLocation; readonly type: number }>;
}

/** The programs of a graphics card. Each is compiled when it is first used. */
export class GlPrograms {
  private readonly gl: WebGL2RenderingContext;
  private readonly programs = new Map<string, Program>();

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
  }

  /**
   * Draws a rectangle of a layer.
   *
   * @param fragment the source of the program.
   * @param features names that the source tests with `#ifdef`.
   */
  draw(fragment: string, features: readonly string[], uniforms: Uniforms): void {
    const { gl } = this;
    const key = `${features.join()} ${fragment}`;
    const { program, locations } = this.programs.get(key) ?? this.compile(key, fragment, features);
    gl.useProgram(program);
    for (const [name, value] of Object.entries(uniforms)) {
      const found = locations.get(name);
      if (found) this.set(found, typeof value === 'number' ? [value] : value);
    }
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  private set(
    { location, type }: { readonly location: WebGLUniformLocation; readonly type: number },
    values: readonly number[],
  ): void {
    const { gl } = this;
    switch (type) {
      case gl.SAMPLER_2D:
      case gl.SAMPLER_3D:
        gl.uniform1iv(location, values);
        break;
      case gl.FLOAT_VEC2:
        gl.uniform2fv(location, values);
        break;
      case gl.FLOAT_VEC3:
        gl.uniform3fv(location, values);
        break;
      case gl.FLOAT_VEC4:
        gl.uniform4fv(location, values);
        break;
      case gl.FLOAT_MAT3x2:
        gl.uniformMatrix3x2fv(location, false, values);
        break;
      default:
        gl.uniform1fv(location, values);
    }
  }

  private compile(key: string, fragment: string, features: readonly string[]): Program {
    const { gl } = this;
    const program = gl.createProgram();
    const defines = features.map((feature) => `#define ${feature}\n`).join('');
    for (const [type, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      // The version must be the first line.
      [gl.FRAGMENT_SHADER, fragment.replace('\n', `\n${defines}`)],
    ] as const) {
      const shader = gl.createShader(type);
      if (!shader) throw new Error('The graphics card creates no shader. Reload the page.');
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(`A shader of the preview does not link: ${gl.getProgramInfoLog(program)}`);
    const locations = new Map<string, { location: WebGLUniformLocation; type: number }>();
    // The cast is safe: this parameter is a number.
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) as number;
    for (let index = 0; index < count; index++) {
      const uniform = gl.getActiveUniform(program, index);
      const location = uniform && gl.getUniformLocation(program, uniform.name);
      if (uniform && location) locations.set(uniform.name, { location, type: uniform.type });
    }
    const compiled = { program, locations };
    this.programs.set(key, compiled);
    return compiled;
  }
}
