import { type Encoder, type PacketSink, stampPicture } from '../av/encoder.ts';
import type { Muxer } from '../av/muxer.ts';
import type { Picture } from '../av/picture.ts';

/** The pictures of a file in the making. */
export interface PictureTrack extends Disposable {
  /** Takes the next picture, which stays the caller's. @param isRepeat whether it is the one before again, to the bit. */
  add(picture: Picture, isRepeat: boolean): Promise<void>;
  /** Encodes what is still to be encoded; nothing can be added afterwards. */
  finish(): Promise<void>;
}

/** Pictures that are all encoded, one by one. Closes the encoder. */
export class EveryPicture implements PictureTrack {
  private readonly encoder: Encoder;
  private readonly sink: PacketSink;
  private given = 0;

  constructor(encoder: Encoder, muxer: Muxer) {
    this.encoder = encoder;
    this.sink = muxer.add(encoder);
  }

  async add(picture: Picture): Promise<void> {
    stampPicture(picture, this.given++);
    await this.encoder.encode(picture, this.sink);
  }

  async finish(): Promise<void> {
    await this.encoder.finish(this.sink);
  }

  [Symbol.dispose](): void {
    this.encoder[Symbol.dispose]();
  }
}
