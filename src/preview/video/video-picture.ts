import type { PixelSize } from '../../render/scene/placement.ts';

/** A decoded picture of a video. */
export interface VideoPicture {
  readonly width: number;
  readonly height: number;
  /** Its colours as RGBA: rows without gaps, from the upper one. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the pixels of a decoded frame, and closes it. Software draws pixels in a fiftieth of the time that it takes for
 * the frame itself, and RGBA in half the time of planes. Decoders have only few frames to give away.
 *
 * @param spare memory to use if it has the right size.
 */
export async function copyPicture(frame: VideoFrame, spare: ArrayBuffer | undefined): Promise<VideoPicture> {
  const { displayWidth: width, displayHeight: height } = frame;
  const size = 4 * width * height;
  const pixels = new Uint8Array(spare?.byteLength === size ? spare : new ArrayBuffer(size));
  try {
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

/** Has the browser convert the colours of a picture. */
export function drawPicture(from: VideoFrame | HTMLVideoElement, { width, height }: PixelSize): VideoPicture {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas for pictures of a video.');
  context.drawImage(from, 0, 0, width, height);
  const { buffer } = context.getImageData(0, 0, width, height).data;
  return { width, height, pixels: new Uint8Array(buffer) };
}
