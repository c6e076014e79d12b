import { AV_NOPTS_VALUE, AV_PKT_FLAG_KEY, Packet, type Stream } from '../ffmpeg.ts';
import type { Input } from '../input/input.ts';

/** A packet that was read ahead. */
export interface QueuedPacket {
  readonly packet: Packet;
  /** True if the frame of the packet is shown at or after the first needed timestamp. */
  readonly isNeeded: boolean;
}

/** A queue of packets of one stream, read ahead to find out which of them need not be decoded. */
export class PacketLookahead {
  private readonly input: Input;
  private readonly stream: Stream;
  private packets: Packet[] = [];
  /** Frames before this timestamp are not needed. */
  private firstNeeded = AV_NOPTS_VALUE;

  constructor(input: Input, stream: Stream) {
    this.input = input;
    this.stream = stream;
  }

  /** Removes and returns the next packet, which the caller frees; undefined if the queue is empty. */
  take(): QueuedPacket | undefined {
    const packet = this.packets.shift();
    return packet && { packet, isNeeded: packet.pts >= this.firstNeeded };
  }

  /**
   * Reads all packets that may be shown at or before a timestamp. Then drops all packets before the last
   * keyframe at or before that timestamp.
   *
   * @param time a timestamp of the stream.
   * @returns true if there is such a keyframe, which is then the first packet in the queue.
   */
  async skipTo(time: bigint): Promise<boolean> {
    while (await this.readPacketUpTo(time));
    const inTime = this.packets.filter(({ pts }) => pts !== AV_NOPTS_VALUE && pts <= time);
    this.firstNeeded = inTime.reduce((latest, { pts }) => (pts > latest ? pts : latest), AV_NOPTS_VALUE);
    const keyframe = this.packets.findLastIndex((packet) => inTime.includes(packet) && isKeyframe(packet));
    for (const packet of this.packets.splice(0, Math.max(0, keyframe))) packet.free();
    return keyframe >= 0;
  }

  /** Drops all packets. */
  clear(): void {
    for (const packet of this.packets.splice(0)) packet.free();
    this.firstNeeded = AV_NOPTS_VALUE;
  }

  /**
   * Reads one more packet. Returns false if there is no further packet, or if the last packet has a decoding
   * time after `time`. In the second case, all further packets are shown after `time`, too.
   */
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
