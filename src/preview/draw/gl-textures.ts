import type { PixelSize } from '../../render/scene/placement.ts';
import type { VideoPicture } from '../video/video-picture.ts';

/** A picture on the graphics card. Its first row is the upper one. */
export interface Texture extends PixelSize {
  readonly texture: WebGLTexture;
  /** Draws into the texture. Undefined for a picture that was loaded. */
  readonly framebuffer?: WebGLFramebuffer;
  /** True if it has smaller copies, for drawing it reduced. */
  hasLevels?: boolean;
}

/** The pictures on the graphics card: those that were loaded, and those that layers are drawn into. */
export class GlTextures {
  private readonly gl: WebGL2RenderingContext;
  private readonly loaded = new Map<ImageBitmap | VideoPicture, Texture>();
  /** Pictures and targets that the current frame uses. */
  private readonly used = new Set<ImageBitmap | VideoPicture>();
  private readonly taken = new Set<Texture>();
  /** Memory to use again, by its kind and size. */
  private readonly free = new Map<string, Texture[]>();

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
  }

  /** Returns a picture. Loads it to the graphics card when it is new. @param withLevels true to draw it reduced. */
  load(image: ImageBitmap | VideoPicture, withLevels: boolean): Texture {
    const { gl } = this;
    const known = this.loaded.get(image);
    const texture = known ?? this.upload(image);
    this.loaded.set(image, texture);
    this.used.add(image);
    gl.bindTexture(gl.TEXTURE_2D, texture.texture);
    if (withLevels && !texture.hasLevels) {
      gl.generateMipmap(gl.TEXTURE_2D);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
      texture.hasLevels = true;
    }
    return texture;
  }

  /** Returns an empty picture to draw into, until the end of the frame. */
  take({ width, height }: PixelSize): Texture & { readonly framebuffer: WebGLFramebuffer } {
    const { gl } = this;
    const found = this.free.get(`target ${width}x${height}`)?.pop() ?? this.create({ width, height });
    const { framebuffer = gl.createFramebuffer() } = found;
    const target = { ...found, framebuffer };
    if (!found.framebuffer) {
      gl.bindTexture(gl.TEXTURE_2D, target.texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target.texture, 0);
    }
    this.taken.add(target);
    return target;
  }

  /** Ends a frame: its targets, and the pictures of videos that have gone on, are used again by the next one. */
  endFrame(): void {
    this.trim();
    for (const target of this.taken) this.release('target', target);
    this.taken.clear();
    for (const [image, texture] of this.loaded) {
      const isVideo = 'pixels' in image;
      // A closed picture has no size.
      const isGone = isVideo ? !this.used.has(image) : image.width === 0;
      if (!isGone) continue;
      this.loaded.delete(image);
      if (isVideo) this.release('video', texture);
      else this.gl.deleteTexture(texture.texture);
    }
    this.used.clear();
  }

  private upload(image: ImageBitmap | VideoPicture): Texture {
    const { gl } = this;
    if ('pixels' in image) return this.uploadVideo(image);
    const texture = this.create(image);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    return texture;
  }

  private uploadVideo({ width, height, pixels }: VideoPicture): Texture {
    const { gl } = this;
    const texture = this.free.get(`video ${width}x${height}`)?.pop() ?? this.create({ width, height });
    gl.bindTexture(gl.TEXTURE_2D, texture.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return texture;
  }

  private create({ width, height }: PixelSize): Texture {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
    return { texture, width, height };
  }

  /** Keeps memory for the next frame. */
  private release(kind: 'target' | 'video', texture: Texture): void {
    const key = `${kind} ${texture.width}x${texture.height}`;
    const kept = this.free.get(key) ?? [];
    this.free.set(key, kept);
    kept.push(texture);
  }

  /** Frees the memory that no frame has used again. */
  trim(): void {
    const { gl } = this;
    for (const { texture, framebuffer } of [...this.free.values()].flat()) {
      gl.deleteTexture(texture);
      if (framebuffer) gl.deleteFramebuffer(framebuffer);
    }
    this.free.clear();
  }
}
