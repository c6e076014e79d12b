import { BufferSource, type EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { fromRatio, type Seconds, toSeconds } from '../../base/time.ts';
import { isLaterShown, type SourceMoment } from '../../render/media/source-moment.ts';

/** A coded frame of a video. */
export interface Packet {
  /** The source second at which the frame begins. */
  readonly time: Seconds;
  /** The same in whole microseconds, which a decoder gives back with the picture. */
  readonly timestamp: number;
  readonly isKey: boolean;
  readonly coded: Pick<EncodedPacket, 'toEncodedVideoChunk'>;
}

/** A part of a video, coded. */
export interface VideoPiece {
  readonly config: VideoDecoderConfig;
  /** The piece as it came: an MP4 file. */
  readonly bytes: ArrayBuffer;
  /** In the order of their times. The first one is a key frame. */
  readonly packets: readonly Packet[];
}

/** The largest error of a timestamp: decoders count in microseconds. */
const ROUNDING: Seconds = fromRatio(1, 1_000_000);

/** Reads a piece of a video. @throws {Error} if the bytes are no MP4 with a video. */
export async function readVideoPiece(bytes: ArrayBuffer): Promise<VideoPiece> {
  using input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('A piece of a video must be an MP4 with a video track.');
  const packets: Packet[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.microsecondTimestamp;
    packets.push({
      time: toSeconds(timestamp / 1e6),
      timestamp,
      isKey: packet.type === 'key',
      coded: packet,
    });
  }
  return { config, bytes, packets };
}

/**
 * Chooses the frame that is shown at a moment, as the reader of the engine does (contract C21).
 *
 * @param packets of one piece, at least one.
 * @param following the first frame of the next piece, if it is known.
 * @returns the index of the frame, which is `packets.length` for the following one.
 */
export function choosePacket(packets: readonly Packet[], moment: SourceMoment, following?: Packet): number {
  // Whole microseconds are compared much faster than exact seconds.
  const microsecond = moment.time.valueOf() * 1e6 + 1;
  const index = Math.max(
    0,
    packets.findLastIndex(({ timestamp }) => timestamp <= microsecond),
  );
  const [earlier, later] = [packets[index], packets[index + 1] ?? following];
  if (!earlier || !later || earlier.time.gt(moment.time)) return index;
  const times = { earlier: earlier.time, later: later.time, rounding: ROUNDING };
  return isLaterShown(times, moment) ? index + 1 : index;
}

/** Returns the index of the key frame that a frame is decoded from. */
export function keyBefore(packets: readonly Packet[], index: number): number {
  return Math.max(
    0,
    packets.findLastIndex(({ isKey }, at) => isKey && at <= index),
  );
}
