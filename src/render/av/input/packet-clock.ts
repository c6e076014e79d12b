import type { ClockStep } from '../../media/media.ts';
import { AV_NOPTS_VALUE, type Packet, type Stream } from '../ffmpeg.ts';

/** Gives the packets of a stream, read from the first one on, times without the steps of its clock. */
export class PacketClock {
  private readonly stream: Stream;
  private readonly steps: readonly ClockStep[];
  private count = 0;
  private nextStep = 0;
  private shift = 0n;

  constructor(stream: Stream, steps: readonly ClockStep[]) {
    this.stream = stream;
    this.steps = steps;
  }

  /** Sets the times of the next packet. Leaves packets of other streams alone. */
  stamp(packet: Packet): void {
    const { index, timeBase } = this.stream;
    if (packet.streamIndex !== index) return;
    const step = this.steps[this.nextStep];
    if (step?.packet === this.count++) {
      this.nextStep++;
      this.shift = BigInt(Math.round((step.shift * timeBase.den) / timeBase.num));
    }
    if (this.shift === 0n) return;
    if (packet.pts !== AV_NOPTS_VALUE) packet.pts += this.shift;
    if (packet.dts !== AV_NOPTS_VALUE) packet.dts += this.shift;
  }
}
