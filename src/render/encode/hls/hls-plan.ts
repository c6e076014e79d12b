import { fromRatio, type Rate, SAMPLE_RATE, type Seconds, timeAtFrame } from '../../../base/time.ts';
import { AAC_FRAME_SAMPLES } from '../sound-output.ts';

/** Seconds between keyframes. Each keyframe begins a fragment. */
const KEYFRAME_SECONDS = 2;
/** Fragments in a segment, which so lasts 6 s, as Apple recommends. The first two have fewer. */
const FRAGMENTS = 3;

/** Returns the number of frames from one keyframe to the next. */
export function countGroupFrames(rate: Rate): number {
  return rate.mul(KEYFRAME_SECONDS).round().valueOf();
}

/**
 * Returns the number of fragments in a segment of pictures. The film begins with 2 s and 4 s, so that a player that
 * watches it while it is made need not wait for 6 s of pictures.
 *
 * @param index place of the segment, from 0.
 */
export function countFragments(index: number): number {
  return Math.min(index + 1, FRAGMENTS);
}

/** Returns the place of the first fragment of a segment of pictures. */
function findFirstFragment(index: number): number {
  return index < FRAGMENTS ? (index * (index + 1)) / 2 : FRAGMENTS * (index - (FRAGMENTS - 1) / 2);
}

/** Returns the exact sample at which a segment of pictures begins. */
export function findSegmentEdge(index: number, rate: Rate): number {
  const frame = findFirstFragment(index) * countGroupFrames(rate);
  return timeAtFrame(frame, rate).mul(SAMPLE_RATE).valueOf();
}

/** Returns the lengths of the segments of pictures of a film. @param count number of its frames. */
export function planHlsPictures(count: number, rate: Rate): Seconds[] {
  const lengths: Seconds[] = [];
  for (let from = 0, frames = 0; from < count; from += frames) {
    frames = Math.min(countFragments(lengths.length) * countGroupFrames(rate), count - from);
    lengths.push(timeAtFrame(frames, rate));
  }
  return lengths;
}

/**
 * Returns the lengths of the segments of the sound of a film. Each begins with the frame of AAC that is nearest to the
 * segment of pictures.
 *
 * @param samples number of its samples.
 */
export function planHlsSound(samples: number, rate: Rate): Seconds[] {
  const starts = [0];
  for (;;) {
    const edge = findSegmentEdge(starts.length, rate) - AAC_FRAME_SAMPLES / 2;
    const start = Math.ceil(edge / AAC_FRAME_SAMPLES) * AAC_FRAME_SAMPLES;
    if (start >= samples) break;
    starts.push(start);
  }
  return starts.map((start, index) => fromRatio((starts[index + 1] ?? samples) - start, SAMPLE_RATE));
}
