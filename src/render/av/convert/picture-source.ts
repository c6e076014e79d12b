import { AV_NOPTS_VALUE, type Frame, type IRational } from '../ffmpeg.ts';
import { type Rate, type Seconds, toRate, ZERO } from '../../../base/time.ts';
import type { VideoTrack } from '../../media/media.ts';
import { CLOCK_RATE, OutputClock } from '../encode/transcode-video.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { Input, streamTime } from '../input/input.ts';
import { completeColourTags } from '../video/colour-tags.ts';
import { SortedFrames } from '../video/sorted-frames.ts';
import { VideoDecoder } from '../video/video-decoder.ts';
import { readAhead } from './read-ahead.ts';

/** The frame rates that a stream declares, if they are known. */
export interface DeclaredRates {
  readonly average: Rate | undefined;
  /** The lowest rate at which all timestamps are exact, as FFmpeg guesses it. */
  readonly exact: Rate | undefined;
}

/** Reads the frame rates that the stream of a track declares. @throws {MediaError} if the file cannot be read. */
export async function readDeclaredRates({ location }: VideoTrack): Promise<DeclaredRates> {
  using input = await Input.openStream(location);
  const { avgFrameRate, rFrameRate } = input.getStream(location.stream);
  return { average: toDeclaredRate(avgFrameRate), exact: toDeclaredRate(rFrameRate) };
}

function toDeclaredRate({ num, den }: IRational): Rate | undefined {
  return num > 0 && den > 0 ? toRate(num).div(den) : undefined;
}

/**
 * Returns the source second of the first frame that can be decoded.
 *
 * @throws {MediaError} if the file cannot be read.
 */
export async function readFirstTime({ location }: VideoTrack): Promise<Seconds> {
  using input = await Input.openStream(location);
  const stream = input.getStream(location.stream);
  if (stream.startTime !== AV_NOPTS_VALUE && streamTime(stream, stream.startTime).lte(location.start))
    return ZERO;
  using decoder = new VideoDecoder(input, stream);
  using frame = await decoder.next();
  if (!frame || frame.bestEffortTimestamp === AV_NOPTS_VALUE) return ZERO;
  const time = streamTime(stream, frame.bestEffortTimestamp).sub(location.start);
  return time.gt(0) ? time : ZERO;
}

/**
 * Yields the frames of a track from its beginning, without interlacing. Their timestamps and durations count
 * ticks of `CLOCK_RATE` from source second 0. The caller frees each frame.
 *
 * @param ahead number of frames to decode ahead.
 * @throws {MediaError} if the file cannot be read to its end.
 */
export async function* readPictures(track: VideoTrack, ahead: number): AsyncGenerator<Frame> {
  using input = await Input.openStream(track.location);
  const stream = input.getStream(track.location.stream);
  const isSorted = track.defects.includes('decoding order');
  using decoder = new VideoDecoder(input, stream, isSorted);
  using frames = new SortedFrames(decoder);
  const clock = new OutputClock(stream, track.location.start);
  const decoded = readAhead(decodeFrames(isSorted ? frames : decoder, clock), ahead);
  yield* track.defects.includes('interlaced') ? deinterlace(decoded) : decoded;
}

async function* decodeFrames(decoder: Pick<VideoDecoder, 'next'>, clock: OutputClock): AsyncGenerator<Frame> {
  for (let frame = await decoder.next(); frame; frame = await decoder.next()) {
    clock.stamp(frame);
    completeColourTags(frame);
    yield frame;
  }
}

async function* deinterlace(frames: AsyncGenerator<Frame>): AsyncGenerator<Frame> {
  let chain: FilterChain | undefined;
  let format = '';
  try {
    for await (using frame of frames) {
      const parameters = videoInput(frame, `1/${CLOCK_RATE}`);
      if (parameters !== format) {
        // The size or the colours change in the middle. The filter needs a new graph.
        if (chain) yield* drain(chain);
        chain?.[Symbol.dispose]();
        // The filter halves the time base.
        chain = new FilterChain('video', parameters, `bwdif=mode=send_frame,settb=1/${CLOCK_RATE}`);
        format = parameters;
      }
      chain?.push(frame);
      if (chain) yield* chain.pullAll();
    }
    if (chain) yield* drain(chain);
  } finally {
    chain?.[Symbol.dispose]();
  }
}

/** Ends the input of a chain and yields its last frames. */
function drain(chain: FilterChain): AsyncGenerator<Frame> {
  chain.push(null);
  return chain.pullAll();
}
