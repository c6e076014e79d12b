import { AV_SAMPLE_FMT_FLTP, avChannelLayoutDefault, Frame } from 'node-av';
import { SAMPLE_RATE } from '../../../base/time.ts';
import type { Stereo } from '../../media/stereo.ts';
import { check, requireValue } from '../check.ts';

/** Samples as a frame for an encoder of sound; the caller frees it. @param at index of the first sample in the output. */
export function createAudioFrame(samples: Stereo, at: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = samples.left.length;
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = SAMPLE_RATE;
  frame.channelLayout = avChannelLayoutDefault(2);
  check(frame.getBuffer(), 'take memory for sound');
  const planes = requireValue(frame.data, 'take memory for sound');
  for (const [index, channel] of [samples.left, samples.right].entries()) {
    requireValue(planes[index], 'take memory for sound').set(
      new Uint8Array(channel.buffer, channel.byteOffset, channel.byteLength),
    );
  }
  frame.pts = BigInt(at);
  return frame;
}
