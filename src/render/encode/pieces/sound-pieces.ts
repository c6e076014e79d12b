import { SAMPLE_RATE, toSeconds } from '../../../base/time.ts';
import { openFlacEncoder } from '../../av/encode/sound-encoders.ts';
import { Muxer } from '../../av/encode/muxer.ts';
import { AudioReader } from '../../av/sound/audio-reader.ts';
import type { AudioTrack } from '../../media/media.ts';
import { PIECE_SECONDS } from '../../media/piece-seconds.ts';
import type { Stereo } from '../../media/stereo.ts';
import { FilteredSoundTrack } from '../filtered-sound-track.ts';
import type { PieceWriter } from './piece-writer.ts';

/** Rounds to 16 bits, in frames of the size that the encoder takes. The last one may be smaller. */
const TO_FLAC_FRAMES = 'aresample=osf=s16:dither_method=triangular,asetnsamples=n=4608:p=0';

/** The pieces of a sound track: FLAC files of 48 kHz stereo, all of the same length. Silence follows the end of the sound. */
export class SoundPieces implements PieceWriter {
  private readonly track: AudioTrack;
  private reader: AudioReader | undefined;
  /** The piece that the reader reads next. */
  private next = 0;

  constructor(track: AudioTrack) {
    this.track = track;
  }

  async write(piece: number, path: string): Promise<boolean> {
    const { location, duration } = this.track;
    const from = toSeconds(piece * PIECE_SECONDS);
    if (duration?.lte(from) === true) return false;
    if (this.next !== piece) this[Symbol.dispose]();
    this.reader ??= await AudioReader.open(location, from);
    const samples = await this.reader.read(PIECE_SECONDS * SAMPLE_RATE);
    this.next = piece + 1;
    if (!duration && this.reader.isOver && isSilent(samples)) return false;
    await writeFlac(samples, path);
    return true;
  }

  [Symbol.dispose](): void {
    this.reader?.[Symbol.dispose]();
    this.reader = undefined;
  }
}

function isSilent({ left, right }: Stereo): boolean {
  return [left, right].every((channel) => channel.every((sample) => sample === 0));
}

async function writeFlac(samples: Stereo, path: string): Promise<void> {
  using muxer = new Muxer(path, 'flac');
  const encoder = await openFlacEncoder();
  using track = new FilteredSoundTrack(encoder, muxer.add(encoder), TO_FLAC_FRAMES);
  await muxer.begin({});
  await track.add(samples);
  await track.finish();
  await muxer.finish();
}
