import type { RenditionTransformation } from '../../client/index.ts';

/** Says how a rendition differs from its source: `mp4, 640 × 360, 25 fps`. */
export function describeTransformation(transformation: RenditionTransformation): string {
  const { format, size, resolution, fps, quality, speed, enhance } = transformation;
  const parts = [
    ...(format === undefined ? [] : [format]),
    ...(size ? [describeRequestedSize(size)] : []),
    ...(resolution === undefined ? [] : [resolution]),
    ...(fps === undefined ? [] : [`${fps} fps`]),
    ...(quality === undefined ? [] : [`quality ${quality}`]),
    ...(speed?.speed === undefined ? [] : [`speed ${speed.speed}`]),
    ...(enhance?.audio ? [`sound for ${enhance.audio.options.preset.replaceAll('_', ' ')}`] : []),
  ];
  return parts.length === 0 ? 'A copy' : parts.join(', ');
}

function describeRequestedSize({ width, height }: NonNullable<RenditionTransformation['size']>): string {
  if (width !== undefined && height !== undefined) return `${width} × ${height}`;
  return width === undefined ? `${height ?? 'any'} px high` : `${width} px wide`;
}
