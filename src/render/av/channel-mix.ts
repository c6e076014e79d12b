import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_AMBISONIC,
  AV_CHANNEL_ORDER_NATIVE,
  type ChannelLayout,
} from 'node-av';

/** How loud a channel is heard left, and right. */
type Sides = readonly [left: number, right: number];

/** 3 dB down, and 6. */
const [LESS, LEAST] = [Math.SQRT1_2, 0.5];
const BOTH: Sides = [LESS, LESS];
const BACK: Sides = [LEAST, LEAST];
const SILENT: Sides = [0, 0];
const [LEFT, RIGHT]: readonly [Sides, Sides] = [
  [1, 0],
  [0, 1],
];
const [LEFT_LESS, RIGHT_LESS]: readonly [Sides, Sides] = [
  [LESS, 0],
  [0, LESS],
];

/** The channels in the order of their bits in a mask, as WAV and FFmpeg have them; what follows is silent. */
const SPEAKERS: readonly Sides[] = [
  ...[LEFT, RIGHT, BOTH, SILENT, LEFT_LESS, RIGHT_LESS, LEFT, RIGHT, BACK],
  // Sides, then above: the centre, three in front and three behind.
  ...[LEFT_LESS, RIGHT_LESS, BACK, LEFT_LESS, BACK, RIGHT_LESS, LEFT_LESS, BACK, RIGHT_LESS],
];
/** The bits of a stereo mix that was made beside the channels, and of wide speakers in front and surrounds at the sides. */
const FURTHER: Readonly<Record<number, Sides>> = {
  ...{ 29: LEFT, 30: RIGHT, 31: LEFT, 32: RIGHT, 33: LEFT_LESS, 34: RIGHT_LESS },
};

/**
 * How much of each channel is heard left, and then of each right: centre and surrounds at -3 dB, low-frequency effects not at all (ITU-R
 * BS.775). Of ambisonics the first channel, which is the same from all sides, is heard on both; of channels in no known order the first two.
 *
 * @returns undefined for plain stereo.
 */
export function channelMix({ order, mask, nbChannels }: ChannelLayout): number[] | undefined {
  if (order === AV_CHANNEL_ORDER_NATIVE && mask === AV_CHANNEL_LAYOUT_STEREO.mask) return undefined;
  const heard = nbChannels === 1 ? [[1, 1] as const] : channels(order, mask);
  const all = Array.from({ length: nbChannels }, (_, channel) => heard[channel] ?? SILENT);
  return [...all.map(([left]) => left), ...all.map(([, right]) => right)];
}

function channels(order: ChannelLayout['order'], mask: bigint): readonly Sides[] {
  if (order === AV_CHANNEL_ORDER_AMBISONIC) return [[1, 1]];
  if (order !== AV_CHANNEL_ORDER_NATIVE) return [LEFT, RIGHT];
  const bits = Array.from({ length: 64 }, (_, bit) => bit).filter(
    (bit) => ((mask >> BigInt(bit)) & 1n) === 1n,
  );
  return bits.map((bit) => SPEAKERS[bit] ?? FURTHER[bit] ?? SILENT);
}
