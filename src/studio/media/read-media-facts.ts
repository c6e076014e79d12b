import type { Media } from '../../client/index.ts';
import type { FileFacts } from './describe-facts.ts';

/** Returns the facts that people want to know of the properties of a file. */
export function readMediaFacts({ streams, format }: Media): FileFacts {
  const picture = streams.find(({ codec_type }) => codec_type === 'video');
  const duration = toNumber(format.duration);
  return {
    ...(picture?.width !== undefined && { width: picture.width }),
    ...(picture?.height !== undefined && { height: picture.height }),
    ...(duration !== undefined && { duration }),
    // An image has a rate, but no duration.
    ...(duration !== undefined && { fps: toRate(picture?.r_frame_rate) }),
    ...(format.size !== undefined && { size: toNumber(format.size) }),
  };
}

function toNumber(text: string | undefined): number | undefined {
  const value = Number(text);
  return text === undefined || Number.isNaN(value) ? undefined : value;
}

/** Reads a rate such as `30000/1001`. */
function toRate(text: string | undefined): number | undefined {
  const [over = NaN, under = 1] = (text ?? '').split('/').map(Number);
  const rate = over / under;
  return Number.isFinite(rate) && rate > 0 ? rate : undefined;
}
