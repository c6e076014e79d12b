import { AV_NOPTS_VALUE, Packet } from '../ffmpeg.ts';
import type { StreamLocation } from '../../media/media.ts';
import { discardOtherStreams, Input } from '../input/input.ts';
import { MAX_DRIFT } from './detect-clock-step.ts';

/** Maximum seconds between a timestamp and the steady clock that fits all of them. */
const MAX_DEVIATION = 0.01;
/** Maximum relative difference between the clock and the samples. More is not a clock, but a wrong rate. */
const MAX_SLOPE = 0.1;

/**
 * Returns the samples per second of the clock of a sound that runs slower or faster than its samples all the time, as
 * that of a capture card.
 *
 * @param location a sound in a local file.
 * @param samples samples in each packet.
 * @param rate declared samples per second.
 * @returns undefined if the clock and the samples agree, or differ in another way, as with a gap.
 * @throws {MediaError} if the file cannot be opened.
 */
export async function measureDrift(
  location: StreamLocation,
  samples: number,
  rate: number,
): Promise<number | undefined> {
  const times = await readTimes(location);
  if (times.length < 2) return undefined;
  const apart = samples / rate;
  const { offset, slope } = fitLine(times);
  const ratio = slope / apart;
  const drift = Math.abs(ratio - 1) * apart * times.length;
  const deviates = times.some((time, index) => Math.abs(time - offset - slope * index) > MAX_DEVIATION);
  if (drift <= MAX_DRIFT || Math.abs(ratio - 1) > MAX_SLOPE || deviates) return undefined;
  return Math.round(rate / ratio);
}

async function readTimes(location: StreamLocation): Promise<number[]> {
  using input = await Input.openStream(location);
  const stream = input.getStream(location.stream);
  discardOtherStreams(input, stream);
  const tick = stream.timeBase.num / stream.timeBase.den;
  using packet = new Packet();
  packet.alloc();
  const times: number[] = [];
  while ((await input.read(packet)) >= 0) {
    const { streamIndex, pts } = packet;
    packet.unref();
    if (streamIndex === stream.index && pts !== AV_NOPTS_VALUE) times.push(Number(pts) * tick);
  }
  return times;
}

/** Returns the line that fits values at 0, 1, 2 and so on best. */
function fitLine(values: readonly number[]): { readonly offset: number; readonly slope: number } {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread;
  return { offset: mean - slope * middle, slope };
}
