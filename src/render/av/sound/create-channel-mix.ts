import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_AMBISONIC,
  AV_CHANNEL_ORDER_NATIVE,
  type ChannelLayout,
} from 'node-av';

/** How loud a channel is heard left, and right. */
type StereoGain = readonly [left: number, right: number];

/** 3 dB down, and 6. */
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

/** The channels in the order of their bits in a mask, as WAV and FFmpeg have them; what follows is silent. */
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
  // Sides, then above: the centre, three in front and three behind.
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
/** The bits of a stereo mix that was made beside the channels, and of wide speakers in front and surrounds at the sides. */
const EXTRA_SPEAKER_GAINS: Readonly<Record<number, StereoGain>> = {
  29: LEFT,
  30: RIGHT,
  31: LEFT,
  32: RIGHT,
  33: SOFT_LEFT,
  34: SOFT_RIGHT,
};

/**
 * How much of each channel is heard left, and then of each right: centre and surrounds at -3 dB, low-frequency effects not at all (ITU-R
 * BS.775). Of ambisonics the first channel, which is the same from all sides, is heard on both; of channels in no known order the first two.
 *
 * @returns undefined for plain stereo.
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
