import { SAMPLE_RATE } from '../../../base/time.ts';
import { openFlacEncoder } from '../../av/encode/sound-encoders.ts';
import { Muxer } from '../../av/encode/muxer.ts';
import { SOUND_PIECE_SECONDS } from '../../media/piece-seconds.ts';
import type { Stereo } from '../../media/stereo.ts';
import { FilteredSoundTrack } from '../filtered-sound-track.ts';
import type { PieceWriter } from './piece-writer.ts';

const PIECE_SAMPLES: number = SOUND_PIECE_SECONDS * SAMPLE_RATE;
/** Rounds to 16 bits, in frames of the size that the encoder takes. The last one may be smaller. */
const TO_FLAC_FRAMES = 'aresample=osf=s16:dither_method=triangular,asetnsamples=n=4608:p=0';

/** The samples of a sound in order. Close it with `using`. */
export interface SampleReader extends Disposable {
  /** True if only silence is left. Absent if that is unknown. */
  readonly isOver?: boolean;
  /** Returns the next samples. Silence follows the end of the sound. */
  read(count: number): Promise<Stereo>;
}

/** A sound that is divided into pieces. */
export interface DividedSound {
  /** Its length in samples. Undefined if it is unknown. */
  readonly samples: number | undefined;
  /** Opens it at one of its samples. */
  open(from: number): Promise<SampleReader>;
}

/** The pieces of a sound: FLAC files of 48 kHz stereo, all of the same length. Silence follows the end of the sound. */
export class SoundPieces implements PieceWriter {
  private readonly sound: DividedSound;
  private reader: SampleReader | undefined;
  /** The piece that the reader reads next. */
  private next = 0;

  constructor(sound: DividedSound) {
    this.sound = sound;
  }

  async write(piece: number, path: string): Promise<boolean> {
    const { samples: length } = this.sound;
    const from = piece * PIECE_SAMPLES;
    if (length !== undefined && length <= from) return false;
    if (this.next !== piece) this[Symbol.dispose]();
    this.reader ??= await this.sound.open(from);
    const samples = await this.reader.read(PIECE_SAMPLES);
    this.next = piece + 1;
    if (length === undefined && this.reader.isOver === true && isSilent(samples)) return false;
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
