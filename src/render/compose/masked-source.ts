import { MediaError } from '../av/check.ts';
import { Unreadable } from '../media/unreadable.ts';
import type { Matte, SeenClip } from '../resolve/timeline.ts';
import { largestUncropped } from '../scene/moving.ts';
import type { Size } from '../scene/placement.ts';
import type { Layer, MatteMoment } from '../scene/scene.ts';
import { StillError } from '../stills/still.ts';
import { type Light, type LightSource, openLight } from './light.ts';
import type { Look, LookSource } from './look.ts';
import { multiply, spread } from './mask.ts';
import { seenOf, withMask } from './masked-look.ts';
import { sheetSize } from './sheet.ts';

/** The looks of a clip that has mattes. In frames without one they are what they would be without this. */
export class MaskedSource implements LookSource {
  private readonly source: LookSource;
  private readonly clip: SeenClip;
  private readonly output: Size;
  private readonly lights = new Map<Matte, LightSource>();
  private buffers: Buffers | undefined;
  private last: Masked | undefined;

  /** @param source is closed with this. @param output size in pixels, even. */
  constructor(source: LookSource, clip: SeenClip, output: Size) {
    this.source = source;
    this.clip = clip;
    this.output = output;
  }

  async at(layer: Layer): Promise<Look | undefined> {
    this.closeAllBut(layer.mattes);
    const lights: Light[] = [];
    for (const moment of layer.mattes) lights.push(await this.light(moment));
    // What is hidden is not even decoded.
    if (lights.some(({ most }) => most === 0)) return undefined;
    const look = await this.source.at(layer);
    const shades = lights.filter(({ least }) => least < 255);
    if (!look || shades.length === 0) return look;
    if (!this.last || !isLike(this.last, { of: look, shades, layer })) {
      this.last = { of: look, shades, layer, look: this.masked(look, shades, layer) };
    }
    return this.last.look;
  }

  [Symbol.dispose](): void {
    this.closeAllBut([]);
    this.source[Symbol.dispose]();
  }

  private async light({ matte, time }: MatteMoment): Promise<Light> {
    try {
      const source = this.lights.get(matte) ?? (await openLight(matte, this.sizeOf(matte)));
      this.lights.set(matte, source);
      return await source.at(time);
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof StillError)) throw error;
      throw new Unreadable(matte.field, { cause: error });
    }
  }

  /** As large as the matte is ever seen, unless neither its own pixels nor those of the output are so many. */
  private sizeOf({ picture }: Matte): Size {
    const own = picture.kind === 'video' ? picture.track : picture.media;
    const most = {
      width: Math.max(own.width, this.output.width),
      height: Math.max(own.height, this.output.height),
    };
    const { width, height } = sheetSize(largestUncropped(this.clip, this.output), most);
    return { width: even(width), height: even(height) };
  }

  private closeAllBut(moments: readonly MatteMoment[]): void {
    for (const [matte, source] of this.lights) {
      if (moments.some((moment) => moment.matte === matte)) continue;
      source[Symbol.dispose]();
      this.lights.delete(matte);
    }
  }

  private masked(look: Look, shades: readonly Light[], layer: Layer): Look | undefined {
    const area = seenOf(look);
    if (area.width <= 0 || area.height <= 0) return undefined;
    const { mask, other, chroma } = (this.buffers ??= buffersFor(this.output));
    for (const [index, light] of shades.entries()) {
      spread(light, layer, area, index === 0 ? mask : other);
      if (index > 0) multiply(mask, { data: other, stride: area.width }, area);
    }
    return withMask(look, area, mask, chroma);
  }
}

/** What was masked, and the outcome. */
interface Masked {
  readonly of: Look;
  readonly shades: readonly Light[];
  readonly layer: Layer;
  readonly look: Look | undefined;
}

interface Buffers {
  readonly mask: Uint8Array;
  /** A second mask, before it is in the first. */
  readonly other: Uint8Array;
  readonly chroma: Uint8Array;
}

function buffersFor({ width, height }: Size): Buffers {
  const pixels = width * height;
  return { mask: new Uint8Array(pixels), other: new Uint8Array(pixels), chroma: new Uint8Array(pixels / 4) };
}

function isLike(last: Masked, { of, shades, layer }: Omit<Masked, 'look'>): boolean {
  const same = <Numbers extends object>(one: Numbers, other: Numbers): boolean =>
    Object.entries(one).every(([name, value]) => other[name as keyof Numbers] === value); // Its own name.
  return (
    last.of === of &&
    last.shades.length === shades.length &&
    last.shades.every((light, index) => light === shades[index]) &&
    same(last.layer.matrix, layer.matrix) &&
    same(last.layer.uncropped, layer.uncropped)
  );
}

function even(length: number): number {
  return Math.max(2, Math.ceil(length / 2) * 2);
}
