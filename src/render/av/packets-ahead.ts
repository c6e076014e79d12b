import { AV_NOPTS_VALUE, AV_PKT_FLAG_KEY, Packet, type Stream } from 'node-av';
import type { Input } from './input.ts';

/** A packet that was read before it is decoded. */
export interface WaitingPacket {
  readonly packet: Packet;
  /** Whether its picture is wanted, or comes after those that are. */
  readonly needed: boolean;
}

/** The packets of one stream that were read to see which of them need not be decoded. */
export class PacketsAhead {
  private readonly input: Input;
  private readonly stream: Stream;
  private packets: Packet[] = [];
  /** What is shown before this timestamp is not wanted. */
  private wanted = AV_NOPTS_VALUE;

  constructor(input: Input, stream: Stream) {
    this.input = input;
    this.stream = stream;
  }

  /** The next packet, which the caller frees; undefined when none was read ahead. */
  take(): WaitingPacket | undefined {
    const packet = this.packets.shift();
    return packet && { packet, needed: packet.pts >= this.wanted };
  }

  /**
   * Reads on until no picture to come is shown at or before a timestamp, and drops what lies before the last keyframe up to it.
   *
   * @returns whether the first packet is such a keyframe.
   */
  async skipTo(time: bigint): Promise<boolean> {
    while (await this.mayComeBefore(time));
    const inTime = this.packets.filter(({ pts }) => pts !== AV_NOPTS_VALUE && pts <= time);
    this.wanted = inTime.reduce((latest, { pts }) => (pts > latest ? pts : latest), AV_NOPTS_VALUE);
    const key = this.packets.findLastIndex((packet) => inTime.includes(packet) && isKeyframe(packet));
    for (const packet of this.packets.splice(0, Math.max(0, key))) packet.free();
    return key >= 0;
  }

  clear(): void {
    for (const packet of this.packets.splice(0)) packet.free();
    this.wanted = AV_NOPTS_VALUE;
  }

  /** Reads one packet more, unless the last one is decoded after a timestamp, and so shown after it. */
  private async mayComeBefore(time: bigint): Promise<boolean> {
    const last = this.packets.at(-1);
    if (last && (last.dts === AV_NOPTS_VALUE || last.dts > time)) return false;
    const packet = new Packet();
    packet.alloc();
    for (;;) {
      const code = await this.input.read(packet);
      if (code < 0) {
        packet.free();
        return false;
      }
      if (packet.streamIndex === this.stream.index) break;
      packet.unref();
    }
    this.packets.push(packet);
    return true;
  }
}

function isKeyframe(packet: Packet): boolean {
  return (packet.flags & AV_PKT_FLAG_KEY) !== 0;
}
