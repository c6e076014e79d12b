import type { Plane, Planes } from '../../av/video/video-frame.ts';

/** Parses a plane. @param rows the samples of each row, separated by spaces. */
export function parsePlane(...rows: string[]): Plane {
  const samples = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return { data: Uint8Array.from(samples.flat()), stride: samples[0]?.length ?? 0 };
}

/** Formats the samples of a plane as {@link parsePlane} reads them. */
export function formatRows({ data, stride }: Plane): string[] {
  return Array.from({ length: data.length / stride }, (_, row) =>
    data.subarray(row * stride, (row + 1) * stride).join(' '),
  );
}

/** Creates planes of one colour. @param width, height size in pixels, even. */
export function createFlatPlanes(
  width: number,
  height: number,
  [y, u, v]: readonly [number, number, number],
): Planes {
  const chroma = (value: number): Plane => ({
    data: new Uint8Array((width * height) / 4).fill(value),
    stride: width / 2,
  });
  return {
    width,
    height,
    y: { data: new Uint8Array(width * height).fill(y), stride: width },
    u: chroma(u),
    v: chroma(v),
  };
}
