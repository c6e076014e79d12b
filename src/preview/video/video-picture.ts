import type { PixelSize } from '../../render/scene/placement.ts';

/** A decoded picture of a video. */
export interface VideoPicture {
  readonly width: number;
  readonly height: number;
  /** Its colours as RGBA: rows without gaps, from the upper one. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/**
 * Pixels of a picture whose colours are converted here. Browsers are off by up to 9 of 255, which is seen in flat
 * colours, such as those of an animated GIF. So few pixels, with alpha below the colours, take a few milliseconds.
 */
const FEW_PIXELS = 480 * 540;

/**
 * Reads the pixels of a decoded frame, and closes it. Software draws pixels in a fiftieth of the time that it takes for
 * the frame itself, and RGBA in half the time of planes. Decoders have only few frames to give away.
 *
 * @param spare memory to use if it has the right size.
 */
export async function copyPicture(frame: VideoFrame, spare: ArrayBuffer | undefined): Promise<VideoPicture> {
  const { displayWidth: width, displayHeight: height, format } = frame;
  const size = 4 * width * height;
  const pixels = new Uint8Array(spare?.byteLength === size ? spare : new ArrayBuffer(size));
  try {
    if (format === 'I420' && width * height <= FEW_PIXELS) {
      const planes = new Uint8Array(frame.allocationSize());
      await frame.copyTo(planes);
      return convertColours(planes, { width, height }, pixels);
    }
    // Not every browser converts colours there.
    const isDone = await frame.copyTo(pixels, { format: 'RGBA' }).then(
      () => true,
      () => false,
    );
    return isDone ? { width, height, pixels } : drawPicture(frame, { width, height });
  } finally {
    frame.close();
  }
}

/** Converts colours from BT.709 in limited range, as the pieces of videos have them (ITU-R BT.709-6, 3 and 4). */
function convertColours(
  planes: Uint8Array,
  { width, height }: PixelSize,
  pixels: Uint8Array<ArrayBuffer>,
): VideoPicture {
  const half = Math.ceil(width / 2);
  const [blues, reds] = [width * height, width * height + half * Math.ceil(height / 2)];
  const colours = new Uint8ClampedArray(pixels.buffer);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const chroma = (y >> 1) * half + (x >> 1);
      // The casts are safe because all indexes are inside the planes.
      const luma = ((planes[at] as number) - 16) * 1.164384;
      const blue = (planes[blues + chroma] as number) - 128;
      const red = (planes[reds + chroma] as number) - 128;
      colours[4 * at] = luma + 1.792741 * red;
      colours[4 * at + 1] = luma - 0.213249 * blue - 0.532909 * red;
      colours[4 * at + 2] = luma + 2.112402 * blue;
      colours[4 * at + 3] = 255;
    }
  return { width, height, pixels };
}

/** Has the browser convert the colours of a picture. */
export function drawPicture(from: VideoFrame | HTMLVideoElement, { width, height }: PixelSize): VideoPicture {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas for pictures of a video.');
  context.drawImage(from, 0, 0, width, height);
  const { buffer } = context.getImageData(0, 0, width, height).data;
  return { width, height, pixels: new Uint8Array(buffer) };
}
