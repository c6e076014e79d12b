import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S32,
  avChannelLayoutDefault,
  type AVSampleFormat,
  type ChannelLayout,
  Codec,
  CodecContext,
  type FFAudioEncoder,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_PCM_S24LE,
  Rational,
} from '../ffmpeg.ts';
import { SAMPLE_RATE } from '../../../base/time.ts';
import { requireValue } from '../check.ts';
import { type Encoder, openEncoder } from './encoder.ts';

/** LAME's quality level, 0 (slowest and best) to 9. LAME's own presets use the same level. */
const LAME_QUALITY = 2;

/**
 * Opens an encoder for AAC-LC, 48 kHz stereo. Timestamps are sample indexes.
 *
 * @param bitRate bits per second.
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openAacEncoder(bitRate: number): Promise<Encoder> {
  // `twoloop` is the slower quantizer search. The fast one distorts a pure tone by -18 dB. Noise substitution
  // and temporal noise shaping are off, because they raise the peaks of loud sounds and improve nothing at 96
  // kbit/s or more (docs/quality.md).
  return openSoundEncoder(FF_ENCODER_AAC, bitRate, { aac_coder: 'twoloop', aac_pns: 0, aac_tns: 0 });
}

/**
 * Opens an encoder for MP3, 48 kHz joint stereo at a constant bit rate. Timestamps are sample indexes.
 *
 * @param bitRate bits per second, one of the rates of MPEG-1 Layer III.
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openMp3Encoder(bitRate: number): Promise<Encoder> {
  return openSoundEncoder(FF_ENCODER_LIBMP3LAME, bitRate, {
    joint_stereo: 1,
    compression_level: LAME_QUALITY,
  });
}

/**
 * Opens an encoder for uncompressed sound, 48 kHz stereo with 16 bits per sample, which its frames must have,
 * too.
 *
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openPcmEncoder(): Promise<Encoder> {
  return openSoundEncoder(FF_ENCODER_PCM_S16LE, 0, {}, AV_SAMPLE_FMT_S16);
}

/**
 * Opens an encoder for uncompressed sound, 48 kHz stereo with 24 bits per sample. Its frames have 32 bits.
 *
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openPcm24Encoder(): Promise<Encoder> {
  return openSoundEncoder(FF_ENCODER_PCM_S24LE, 0, {}, AV_SAMPLE_FMT_S32);
}

/**
 * Opens an encoder for FLAC, 48 kHz stereo with 16 bits per sample, which its frames must have, too.
 *
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openFlacEncoder(): Promise<Encoder> {
  return openSoundEncoder(FF_ENCODER_FLAC, 0, {}, AV_SAMPLE_FMT_S16);
}

/**
 * Opens an encoder for Opus, 48 kHz stereo. Its frames have floats that alternate between the channels.
 *
 * @param bitRate bits per second, on average.
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openOpusEncoder(bitRate: number): Promise<Encoder> {
  return openSoundEncoder(FF_ENCODER_LIBOPUS, bitRate, {}, AV_SAMPLE_FMT_FLT);
}

async function openSoundEncoder(
  name: FFAudioEncoder,
  bitRate: number,
  options: Readonly<Record<string, string | number>>,
  sampleFormat: AVSampleFormat = AV_SAMPLE_FMT_FLTP,
): Promise<Encoder> {
  const layout = avChannelLayoutDefault(2);
  const [context, codec] = createSoundContext(name, { rate: SAMPLE_RATE, layout, sampleFormat });
  context.bitRate = BigInt(bitRate);
  // MP4 stores the AAC configuration in its index, not in each packet. The MP3 encoder ignores the flag.
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  return openEncoder(context, codec, options, `open the ${name} encoder`);
}

/**
 * Creates the context of any encoder of sounds. Timestamps are sample indexes. The caller sets the options and opens
 * the encoder.
 */
export function createSoundContext(
  name: FFAudioEncoder,
  {
    rate,
    layout,
    sampleFormat,
  }: { readonly rate: number; readonly layout: ChannelLayout; readonly sampleFormat: AVSampleFormat },
): [CodecContext, Codec] {
  const codec = requireValue(Codec.findEncoderByName(name), `find the ${name} encoder`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleFormat = sampleFormat;
  context.sampleRate = rate;
  context.channelLayout = layout;
  context.timeBase = new Rational(1, rate);
  return [context, codec];
}
