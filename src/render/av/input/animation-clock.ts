import { AV_NOPTS_VALUE, type Packet, type Stream } from '../ffmpeg.ts';

/** The demuxers of animated images. A value makes FFmpeg give a picture without a delay the usual one. */
export const ANIMATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gif: {},
  webp_anim: {},
  apng: { default_fps: '10' },
};

/** Shortest delay in milliseconds that is used as it is. */
const LEAST_MS = 20;
/** Delay in milliseconds that replaces shorter ones, as in browsers. */
const USUAL_MS = 100;

/** The times of the pictures of an animated image, as browsers show them: a delay below 20 ms is one of 100 ms. */
export class AnimationClock {
  private readonly usual: bigint;
  private readonly least: bigint;
  private next = 0n;

  constructor({ timeBase: { num, den } }: Pick<Stream, 'timeBase'>) {
    const ticksOf = (milliseconds: number) => BigInt(Math.round((milliseconds * den) / (1000 * num)));
    this.usual = ticksOf(USUAL_MS);
    this.least = ticksOf(LEAST_MS);
  }

  /** Sets the time and the duration of the next packet. */
  stamp(packet: Packet): void {
    if (packet.duration < this.least) packet.duration = this.usual;
    packet.pts = this.next;
    if (packet.dts !== AV_NOPTS_VALUE) packet.dts = this.next;
    this.next += packet.duration;
  }

  /** The end of the last picture, in ticks of the stream. */
  get end(): bigint {
    return this.next;
  }
}
