import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_AMBISONIC,
  AV_CHANNEL_ORDER_NATIVE,
  type ChannelLayout,
} from '../ffmpeg.ts';

/** The gains of an input channel in the left and the right output channel. */
type StereoGain = readonly [left: number, right: number];

/** Gains of -3 dB and -6 dB. */
const [MINUS_3_DB, MINUS_6_DB] = [Math.SQRT1_2, 0.5];
const CENTRE: StereoGain = [MINUS_3_DB, MINUS_3_DB];
const BACK_CENTRE: StereoGain = [MINUS_6_DB, MINUS_6_DB];
const SILENT: StereoGain = [0, 0];
const [LEFT, RIGHT]: readonly [StereoGain, StereoGain] = [
  [1, 0],
  [0, 1],
];
const [SOFT_LEFT, SOFT_RIGHT]: readonly [StereoGain, StereoGain] = [
  [MINUS_3_DB, 0],
  [0, MINUS_3_DB],
];

/**
 * The gains of the first 18 channels, in the order of their mask bits in WAV and FFmpeg. A channel that is
 * neither here nor in {@link EXTRA_SPEAKER_GAINS} is silent.
 */
const SPEAKER_GAINS: readonly StereoGain[] = [
  LEFT,
  RIGHT,
  CENTRE,
  SILENT,
  SOFT_LEFT,
  SOFT_RIGHT,
  LEFT,
  RIGHT,
  BACK_CENTRE,
  // The sides, then the speakers above: the top centre, three in front and three behind.
  SOFT_LEFT,
  SOFT_RIGHT,
  BACK_CENTRE,
  SOFT_LEFT,
  BACK_CENTRE,
  SOFT_RIGHT,
  SOFT_LEFT,
  BACK_CENTRE,
  SOFT_RIGHT,
];
/** The gains of further mask bits: a stereo downmix, wide front speakers and direct side surrounds. */
const EXTRA_SPEAKER_GAINS: Readonly<Record<number, StereoGain>> = {
  29: LEFT,
  30: RIGHT,
  31: LEFT,
  32: RIGHT,
  33: SOFT_LEFT,
  34: SOFT_RIGHT,
};

/**
 * Creates the matrix that mixes channels to stereo. Centre and surrounds are added at -3 dB, and
 * low-frequency effects are dropped (ITU-R BS.775). Of ambisonic sound, only the first, omnidirectional
 * channel is used, on both sides. If the order of the channels is unknown, only the first two are used.
 *
 * @returns the gains of all channels on the left, then those on the right; undefined for plain stereo.
 */
export function createChannelMix({ order, mask, nbChannels }: ChannelLayout): number[] | undefined {
  if (order === AV_CHANNEL_ORDER_NATIVE && mask === AV_CHANNEL_LAYOUT_STEREO.mask) return undefined;
  const gains = nbChannels === 1 ? [[1, 1] as const] : channelGains(order, mask);
  const all = Array.from({ length: nbChannels }, (_, channel) => gains[channel] ?? SILENT);
  return [...all.map(([left]) => left), ...all.map(([, right]) => right)];
}

function channelGains(order: ChannelLayout['order'], mask: bigint): readonly StereoGain[] {
  if (order === AV_CHANNEL_ORDER_AMBISONIC) return [[1, 1]];
  if (order !== AV_CHANNEL_ORDER_NATIVE) return [LEFT, RIGHT];
  const bits = Array.from({ length: 64 }, (_, bit) => bit).filter(
    (bit) => ((mask >> BigInt(bit)) & 1n) === 1n,
  );
  return bits.map((bit) => SPEAKER_GAINS[bit] ?? EXTRA_SPEAKER_GAINS[bit] ?? SILENT);
}
