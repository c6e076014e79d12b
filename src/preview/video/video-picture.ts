import type { PixelSize } from '../../render/scene/placement.ts';

/** A decoded picture of a video. */
export interface VideoPicture {
  readonly width: number;
  readonly height: number;
  /** Its luma and its two chromas of half the size, in BT.709 of limited range; or its colours as RGBA. */
  readonly planes: readonly [Plane] | readonly [luma: Plane, blue: Plane, red: Plane];
}

/** Rows of bytes without gaps, from the upper one. */
type Plane = Uint8Array<ArrayBuffer>;

/**
 * Reads the pixels of a decoded frame, and closes it. Software draws pixels in a fiftieth of the time that it takes for
 * the frame itself, and decoders have only few frames to give away.
 *
 * @param isQuick true to have its colours converted at once, which software draws faster, with less exact edges of
 *   colours.
 * @param spare memory to use if it has the right size.
 */
export async function copyPicture(
  frame: VideoFrame,
  isQuick: boolean,
  spare: ArrayBuffer | undefined,
): Promise<VideoPicture> {
  const { displayWidth: width, displayHeight: height, format } = frame;
  const take = (size: number): Plane =>
    new Uint8Array(spare?.byteLength === size ? spare : new ArrayBuffer(size));
  try {
    if (isQuick) {
      const colours = take(4 * width * height);
      // Not every browser converts colours there.
      const isDone = await frame.copyTo(colours, { format: 'RGBA' }).then(
        () => true,
        () => false,
      );
      if (isDone) return { width, height, planes: [colours] };
    }
    if (format !== 'I420' && format !== 'NV12') return drawPicture(frame, { width, height });
    const bytes = take(frame.allocationSize());
    await frame.copyTo(bytes);
    if (format === 'NV12') separateChromas(bytes.subarray(width * height));
    const chromas = bytes.subarray(width * height);
    const half = chromas.length / 2;
    return {
      width,
      height,
      planes: [bytes.subarray(0, width * height), chromas.subarray(0, half), chromas.subarray(half)],
    };
  } finally {
    frame.close();
  }
}

/** Puts one plane after the other that alternate byte by byte. */
function separateChromas(bytes: Plane): void {
  const mixed = bytes.slice();
  const half = bytes.length / 2;
  for (let at = 0; at < half; at++) {
    bytes[at] = mixed[2 * at] ?? 0;
    bytes[at + half] = mixed[2 * at + 1] ?? 0;
  }
}

/** Has the browser convert the colours of a picture. */
export function drawPicture(from: VideoFrame | HTMLVideoElement, { width, height }: PixelSize): VideoPicture {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas for pictures of a video.');
  context.drawImage(from, 0, 0, width, height);
  const { buffer } = context.getImageData(0, 0, width, height).data;
  return { width, height, planes: [new Uint8Array(buffer)] };
}
