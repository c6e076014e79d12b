import { BLUE, GREEN, RED } from './bt709.ts';
import { type ChromaKeyer, unmixed } from './chroma-key.ts';

/** Takes a colour out of pixels, in place. @param pixels straight RGBA; alpha of their own counts as well. */
export function keyPixels(pixels: Uint8ClampedArray, keyer: ChromaKeyer): void {
  const keyRed = keyer.red + keyer.luma;
  const keyBlue = keyer.blue + keyer.luma;
  const keyGreen = (keyer.luma - RED * keyRed - BLUE * keyBlue) / GREEN;
  for (let at = 0; at < pixels.length; at += 4) {
    // Inside the pixels there is always a number.
    const red = pixels[at] as number;
    const green = pixels[at + 1] as number;
    const blue = pixels[at + 2] as number;
    const luma = RED * red + GREEN * green + BLUE * blue;
    const square = keyer.lumaPart(luma) + keyer.huePart(red - luma, blue - luma);
    const cover = ((pixels[at + 3] as number) * keyer.cover(square)) / 255;
    // The array rounds, and clamps.
    pixels[at + 3] = cover;
    const spill = cover > 0 ? keyer.spill(luma, red - luma, blue - luma) : 0;
    if (spill === 0) continue;
    pixels[at] = unmixed(red, keyRed, spill);
    pixels[at + 1] = unmixed(green, keyGreen, spill);
    pixels[at + 2] = unmixed(blue, keyBlue, spill);
  }
}
