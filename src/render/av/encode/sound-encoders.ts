import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  type FFAudioEncoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  Rational,
} from 'node-av';
import { SAMPLE_RATE } from '../../../base/time.ts';
import { requireValue } from '../check.ts';
import { type Encoder, openEncoder } from './encoder.ts';

/** How much LAME thinks, 0 (most) to 9: what its own presets have. */
const LAME_QUALITY = 2;

/** AAC-LC, 48 kHz stereo. Timestamps are sample indexes. @param bitRate bits in a second. */
export async function openAacEncoder(bitRate: number): Promise<Encoder> {
  // The slower search for quantizers: with the fast one a pure tone is off by -18 dB. Noise substitution and the shaping of noise in
  // time add to the peaks of a loud sound, and gain nothing from 96 kbit/s on (docs/outputs.md).
  return openSoundEncoder(FF_ENCODER_AAC, bitRate, { aac_coder: 'twoloop', aac_pns: 0, aac_tns: 0 });
}

/**
 * MP3, 48 kHz joint stereo at a constant bit rate. Timestamps are sample indexes.
 *
 * @param bitRate bits in a second, one that MPEG-1 Layer III has.
 */
export async function openMp3Encoder(bitRate: number): Promise<Encoder> {
  return openSoundEncoder(FF_ENCODER_LIBMP3LAME, bitRate, {
    joint_stereo: 1,
    compression_level: LAME_QUALITY,
  });
}

async function openSoundEncoder(
  name: FFAudioEncoder,
  bitRate: number,
  options: Readonly<Record<string, string | number>>,
): Promise<Encoder> {
  const codec = requireValue(Codec.findEncoderByName(name), `find the ${name} encoder`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleFormat = AV_SAMPLE_FMT_FLTP;
  context.sampleRate = SAMPLE_RATE;
  context.channelLayout = avChannelLayoutDefault(2);
  context.timeBase = new Rational(1, SAMPLE_RATE);
  context.bitRate = BigInt(bitRate);
  // An MP4 keeps the description of AAC in its index; an MP3 has none.
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  return openEncoder(context, codec, options, `open the ${name} encoder`);
}
