import { AV_SAMPLE_FMT_FLTP, avChannelLayoutDefault, Frame } from '../ffmpeg.ts';
import { SAMPLE_RATE } from '../../../base/time.ts';
import type { Stereo } from '../../media/stereo.ts';
import { check, requireValue } from '../check.ts';

/**
 * Creates an audio frame for encoders and filters. The caller frees it.
 *
 * @param samples 48 kHz stereo.
 * @param at index of the first sample in the output.
 * @throws {MediaError} if there is not enough memory.
 */
export function createAudioFrame(samples: Stereo, at: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = samples.left.length;
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = SAMPLE_RATE;
  frame.channelLayout = avChannelLayoutDefault(2);
  check(frame.getBuffer(), 'allocate the audio frame');
  const planes = requireValue(frame.data, 'allocate the audio frame');
  for (const [index, channel] of [samples.left, samples.right].entries()) {
    requireValue(planes[index], 'allocate the audio frame').set(
      new Uint8Array(channel.buffer, channel.byteOffset, channel.byteLength),
    );
  }
  frame.pts = BigInt(at);
  return frame;
}
