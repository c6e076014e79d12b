import { AV_NOPTS_VALUE, AV_PKT_FLAG_KEY, Packet, type Stream } from 'node-av';
import type { Input } from '../input/input.ts';

/** A packet that was read before it is decoded. */
export interface QueuedPacket {
  readonly packet: Packet;
  /** Whether its picture is wanted, or comes after those that are. */
  readonly isNeeded: boolean;
}

/** The packets of one stream that were read to see which of them need not be decoded. */
export class PacketLookahead {
  private readonly input: Input;
  private readonly stream: Stream;
  private packets: Packet[] = [];
  /** What is shown before this timestamp is not wanted. */
  private firstNeeded = AV_NOPTS_VALUE;

  constructor(input: Input, stream: Stream) {
    this.input = input;
    this.stream = stream;
  }

  /** The next packet, which the caller frees; undefined when none was read ahead. */
  take(): QueuedPacket | undefined {
    const packet = this.packets.shift();
    return packet && { packet, isNeeded: packet.pts >= this.firstNeeded };
  }

  /**
   * Reads on until no picture to come is shown at or before a timestamp, and drops what lies before the last keyframe up to it.
   *
   * @returns whether the first packet is such a keyframe.
   */
  async skipTo(time: bigint): Promise<boolean> {
    while (await this.readPacketUpTo(time));
    const inTime = this.packets.filter(({ pts }) => pts !== AV_NOPTS_VALUE && pts <= time);
    this.firstNeeded = inTime.reduce((latest, { pts }) => (pts > latest ? pts : latest), AV_NOPTS_VALUE);
    const keyframe = this.packets.findLastIndex((packet) => inTime.includes(packet) && isKeyframe(packet));
    for (const packet of this.packets.splice(0, Math.max(0, keyframe))) packet.free();
    return keyframe >= 0;
  }

  clear(): void {
    for (const packet of this.packets.splice(0)) packet.free();
    this.firstNeeded = AV_NOPTS_VALUE;
  }

  /** Reads one packet more, unless the last one is decoded after a timestamp, and so shown after it. */
  private async readPacketUpTo(time: bigint): Promise<boolean> {
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
