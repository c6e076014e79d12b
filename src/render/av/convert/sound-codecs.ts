import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  avGetSampleFmtFromName,
  CodecParameters,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVORBIS,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_WMAV2,
  type FFAudioEncoder,
} from '../ffmpeg.ts';
import { check } from '../check.ts';
import { type Encoder, openEncoder } from '../encode/encoder.ts';
import { createSoundContext } from '../encode/sound-encoders.ts';
import { nearestLayout, type SoundFormat } from './sound-source.ts';

/** The codecs of the sound of renditions. */
export type SoundCodec = 'aac' | 'opus' | 'vorbis' | 'mp3' | 'wma' | 'pcm';

interface SoundCodecTraits {
  readonly encoder: FFAudioEncoder;
  readonly sampleFormat: 'fltp' | 'flt' | 's16';
  /** The supported sample rates in ascending order. Absent if all are supported. */
  readonly rates?: readonly number[];
  readonly channels: 'stereo' | 'surround' | 'any';
  /** @param level the quality on the scale of the codec. See `SOUND_LEVELS`. */
  readonly options: (level: number, format: SoundFormat) => Readonly<Record<string, string | number>>;
}

/** Samples in a block for an encoder without frames of a fixed size. */
const BLOCK_SAMPLES = 4096;
/** FFmpeg's factor from a quality to `global_quality`. */
const LAMBDA = 118;
/** The share of the bit rate of stereo that mono needs. */
const MONO_SHARE = 0.6;

/** The bit rates of MP3 in kbit/s, by the lowest sample rate that supports them. */
const MP3_BIT_RATES = [
  { from: 32_000, rates: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] },
  { from: 16_000, rates: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] },
  { from: 0, rates: [8, 16, 24, 32, 40, 48, 56, 64] },
] as const;
/** The least kbit/s of the WMA encoder of FFmpeg. */
const MIN_WMA_BIT_RATE = 32;

const SOUND_CODECS: Readonly<Record<SoundCodec, SoundCodecTraits>> = {
  aac: {
    encoder: FF_ENCODER_AAC,
    sampleFormat: 'fltp',
    rates: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
    channels: 'surround',
    // The same choices as in renders.
    options: (level, format) => ({ b: bitRate(level, format), aac_coder: 'twoloop', aac_pns: 0, aac_tns: 0 }),
  },
  opus: {
    encoder: FF_ENCODER_LIBOPUS,
    sampleFormat: 'flt',
    rates: [8000, 12_000, 16_000, 24_000, 48_000],
    channels: 'surround',
    options: (level, format) => ({ b: bitRate(level, format) }),
  },
  vorbis: {
    encoder: FF_ENCODER_LIBVORBIS,
    sampleFormat: 'fltp',
    channels: 'surround',
    options: (level) => ({ flags: '+qscale', global_quality: Math.round(level * LAMBDA) }),
  },
  mp3: {
    encoder: FF_ENCODER_LIBMP3LAME,
    sampleFormat: 'fltp',
    rates: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
    channels: 'stereo',
    options: (level, format) => ({ b: mp3BitRate(level, format), joint_stereo: 1, compression_level: 2 }),
  },
  wma: {
    encoder: FF_ENCODER_WMAV2,
    sampleFormat: 'fltp',
    rates: [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000],
    channels: 'stereo',
    options: (level, format) => ({ b: Math.max(1000 * MIN_WMA_BIT_RATE, bitRate(level, format)) }),
  },
  pcm: { encoder: FF_ENCODER_PCM_S16LE, sampleFormat: 's16', channels: 'any', options: () => ({}) },
};

/** Returns the format that a codec stores for a sound: its own if possible, or the nearest one. */
export function encodedSoundFormat(codec: SoundCodec, { rate, layout }: SoundFormat): SoundFormat {
  const { rates, channels } = SOUND_CODECS[codec];
  const nearest = rates?.find((supported) => supported >= rate) ?? rates?.at(-1) ?? rate;
  return { rate: nearest, layout: nearestLayout(layout, channels) };
}

/** Returns FFmpeg's name of the samples that an encoder takes, such as `fltp`. */
export function sampleFormatOf(codec: SoundCodec): string {
  return SOUND_CODECS[codec].sampleFormat;
}

/**
 * Opens an encoder for the sound of a rendition. Timestamps are sample indexes.
 *
 * @param level the quality on the scale of the codec. See `SOUND_LEVELS`.
 * @param hasGlobalHeader true if the container stores the parameters of the codec once for the whole file.
 * @throws {MediaError} if the encoder cannot be opened.
 */
export async function openSoundEncoder(
  name: SoundCodec,
  format: SoundFormat,
  level: number,
  hasGlobalHeader: boolean,
): Promise<Encoder> {
  const { encoder, sampleFormat, options } = SOUND_CODECS[name];
  const [context, codec] = createSoundContext(encoder, {
    ...format,
    sampleFormat: avGetSampleFmtFromName(sampleFormat),
  });
  if (hasGlobalHeader) context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  return openEncoder(context, codec, options(level, format), `open the encoder ${encoder}`);
}

/** Returns the samples per channel that an encoder takes at once. */
export function blockSamplesOf({ context }: Encoder): number {
  return context.frameSize || BLOCK_SAMPLES;
}

/** Returns the number of samples that an encoder puts before the first one. Players drop them if they can. */
export function delayOf({ context }: Encoder): number {
  using parameters = new CodecParameters();
  parameters.alloc();
  check(context.parametersFromContext(parameters), 'describe the encoder');
  return parameters.initialPadding;
}

/**
 * Returns the factor by which LAME makes a sound quieter, to reduce clipping: the `scale` in the table of
 * average bit rates of LAME (`abr_switch_map` in presets.c of LAME 3.100).
 *
 * @param level kbit/s of stereo.
 */
export function lameScale(level: number, format: SoundFormat): number {
  const kilobits = mp3BitRate(level, format) / 1000;
  if (kilobits > 224) return 1;
  return kilobits < 192 ? 0.95 : kilobits < 224 ? 0.97 : 0.98;
}

/** Returns the bits per second for the channels of a sound. @param level kbit/s of stereo. */
function bitRate(level: number, { layout: { nbChannels } }: SoundFormat): number {
  return Math.round(1000 * level * (nbChannels === 1 ? MONO_SHARE : nbChannels / 2));
}

/** Returns the bit rate that MP3 has for a sound: the lowest one that suffices, or the highest one. */
function mp3BitRate(level: number, format: SoundFormat): number {
  const kilobits = bitRate(level, format) / 1000;
  const { rates } = MP3_BIT_RATES.find(({ from }) => format.rate >= from) ?? MP3_BIT_RATES[2];
  return 1000 * (rates.find((supported) => supported >= kilobits) ?? rates.at(-1) ?? 64);
}
