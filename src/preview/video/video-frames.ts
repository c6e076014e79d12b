import { ZERO } from '../../base/time.ts';
import type { VideoTrack } from '../../render/media/media.ts';
import { PICTURE_PIECE_SECONDS } from '../../render/media/piece-seconds.ts';
import { isLaterShown, type SourceMoment } from '../../render/media/source-moment.ts';
import { layerFileOf } from '../layer-files.ts';
import type { LoadedFiles } from '../loaded-files.ts';
import { PreviewFault } from '../preview-source.ts';
import { choosePacket, keyBefore, type Packet, type VideoPiece } from './video-piece.ts';
import { copyPicture, type VideoPicture } from './video-picture.ts';

/** Number of frames that are decoded before they are shown. */
const AHEAD = 6;
/** Number of pieces that are loaded before they are shown. */
const PIECES_AHEAD = 3;
/** Microseconds that a frame may be older than the one to show, while the film plays and decoding takes too long. */
const MAX_AGE = 250_000;

/** The place of a coded frame: its piece, and its index in the piece. */
interface Place {
  readonly piece: number;
  readonly index: number;
}

/** The picture of a video at a moment. */
export interface MomentFrames {
  readonly frame: VideoPicture;
  /** The frame after it and its share, 0 to 1, if the video blends them. */
  readonly blended?: { readonly frame: VideoPicture; readonly share: number };
}

/**
 * The frames that a page needs from a film. `playing`: all in order, even a bit late. `searching`: one at once. `standing`:
 * one at once, and those after it soon.
 */
export type FilmPace = 'playing' | 'searching' | 'standing';

/** The frames of one video clip. Close it with `using`. */
export interface FilmFrames extends Disposable {
  pace: FilmPace;
  /**
   * Returns the picture of a moment. Begins to load and to decode what is missing.
   *
   * @returns undefined while something is missing, `none` after the end of the video.
   * @throws {PreviewFault} if a piece cannot be loaded or decoded.
   */
  peek(moment: SourceMoment): MomentFrames | 'none' | undefined;
  /** Waits until a frame has been decoded, or cannot be. */
  nextFrame(): Promise<void>;
}

/**
 * The frames of one video clip by WebCodecs. Frames are decoded once if the moments rise, and a few of them ahead. While
 * the video plays backwards, the frames between two key frames stay decoded.
 */
export class VideoFrames implements FilmFrames {
  pace: FilmPace = 'standing';
  private readonly file: string;
  private readonly duration: number | undefined;
  private readonly pieces: LoadedFiles<VideoPiece>;
  private readonly decoder: VideoDecoder;
  /** The frame that was given to the decoder last. */
  private fed: Place | undefined;
  /** The timestamp of the first frame that is of use. */
  private first = -Infinity;
  /** Decoded frames by their timestamps. */
  private readonly frames = new Map<number, VideoPicture>();
  /** Memory of passed frames, to use again. */
  private readonly spare: ArrayBuffer[] = [];
  /** Counts the restarts of the decoder. Frames from before the last one are of no use. */
  private restarts = 0;
  /** Timestamps of frames that are being decoded. */
  private readonly pending = new Set<number>();
  /** Called when a frame has been decoded, or the decoder has failed. */
  private waiting: (() => void)[] = [];
  private failure: PreviewFault | undefined;

  /** @param track a video of a timeline. @param pieces the pieces of all videos. */
  constructor(track: VideoTrack, pieces: LoadedFiles<VideoPiece>) {
    this.file = layerFileOf(track);
    this.duration = track.duration?.valueOf();
    this.pieces = pieces;
    this.decoder = new VideoDecoder({
      output: (frame) => void this.keep(frame),
      error: (error) => this.fail(error),
    });
  }

  peek(moment: SourceMoment): MomentFrames | 'none' | undefined {
    if (this.failure) throw this.failure;
    const { isBackward = false } = moment;
    const place = this.findPlace(moment);
    if (place === 'none' || !place) return place;
    const packet = this.packetAt(place);
    if (!packet) return undefined;
    const next = moment.blends && packet.time.lt(moment.time) ? this.after(place) : undefined;
    const later = next && this.packetAt(next);
    this.decode(place, isBackward);
    if (next) this.decode(next, false);
    this.forget(packet.timestamp, isBackward);
    if (isBackward) this.decodeBefore(place);
    else this.decodeAfter(next ?? place);
    const frame = this.frameAt(packet.timestamp);
    if (!frame || !later) return frame && { frame };
    const share = moment.time.sub(packet.time).div(later.time.sub(packet.time)).valueOf();
    return this.blend(frame, later, share);
  }

  private blend(frame: VideoPicture, { timestamp }: Packet, share: number): MomentFrames | undefined {
    const later = this.frames.get(timestamp);
    return later && { frame, blended: { frame: later, share } };
  }

  nextFrame(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  [Symbol.dispose](): void {
    if (this.decoder.state !== 'closed') this.decoder.close();
    this.restarts += 1;
    this.frames.clear();
    this.wake();
  }

  private pieceOf({ time }: SourceMoment): number {
    const last =
      this.duration === undefined ? Infinity : Math.ceil(this.duration / PICTURE_PIECE_SECONDS) - 1;
    return Math.max(0, Math.min(last, Math.floor(time.valueOf() / PICTURE_PIECE_SECONDS)));
  }

  private findPlace(moment: SourceMoment): Place | 'none' | undefined {
    const seconds = moment.time.valueOf();
    if (this.duration !== undefined && seconds >= this.duration + moment.tail.valueOf()) return 'none';
    const piece = this.pieceOf(moment);
    const found = this.peekPiece(piece);
    if (!found) return undefined;
    if (found === 'ended') return { piece: piece - 1, index: this.packetsOf(piece - 1).length - 1 };
    const isNear =
      seconds + moment.lead.valueOf() >= (piece + 1) * PICTURE_PIECE_SECONDS && this.hasMore(piece);
    const following = isNear ? this.peekPiece(piece + 1) : undefined;
    if (isNear && !following) return undefined;
    const last = { piece, index: found.packets.length - 1 };
    const next = isNear ? this.after(last) : undefined;
    const index = choosePacket(found.packets, moment, next && this.packetAt(next));
    const place = next && index > last.index ? next : { piece, index };
    const again = this.restartAfter(place, moment);
    return again ? this.findPlace(again) : place;
  }

  /** Returns a piece if it is there. `ended` if a file of unknown duration ends before it: its last frame stays. */
  private peekPiece(piece: number): VideoPiece | 'ended' | undefined {
    try {
      return this.pieces.peek(this.file, piece);
    } catch (error) {
      const isMissing = error instanceof PreviewFault && error.reason === 'missing';
      if (!isMissing || this.duration !== undefined || piece === 0) throw error;
      return 'ended';
    }
  }

  /** Returns the moment of the next repetition if its first frame is nearer than the last frame. */
  private restartAfter(place: Place, { restart, ...once }: SourceMoment): SourceMoment | undefined {
    const last = this.packetAt(place);
    if (!restart || !last || this.hasMore(place.piece) || this.after(place)) return undefined;
    const times = { earlier: last.time, later: restart.at, rounding: ZERO };
    return isLaterShown(times, once) ? { ...once, time: restart.to, lead: ZERO } : undefined;
  }

  private packetAt({ piece, index }: Place): Packet | undefined {
    return this.packetsOf(piece)[index];
  }

  /** Returns the frames of a piece that is loaded. */
  private packetsOf(piece: number): readonly Packet[] {
    return this.pieces.find(this.file, piece)?.packets ?? [];
  }

  /** Returns the place of the next frame, if its piece is loaded. */
  private after({ piece, index }: Place): Place | undefined {
    const packets = this.packetsOf(piece);
    if (index + 1 < packets.length) return { piece, index: index + 1 };
    const last = packets[index]?.timestamp ?? 0;
    // A piece begins with the frame that is shown at its first second, which may be the last one of the piece before.
    const next = this.packetsOf(piece + 1).findIndex(({ timestamp }) => timestamp > last);
    return next < 0 ? undefined : { piece: piece + 1, index: next };
  }

  /** Gives a frame to the decoder, with those that it is decoded from. */
  private decode(place: Place, isBackward: boolean): void {
    const piece = this.pieces.find(this.file, place.piece);
    const packet = piece?.packets[place.index];
    if (!piece || !packet || this.frames.has(packet.timestamp) || this.pending.has(packet.timestamp)) return;
    const key = keyBefore(piece.packets, place.index);
    const { fed } = this;
    // A frame is never decoded from those of another piece.
    const goesOn = fed?.piece === place.piece && fed.index < place.index;
    const from = goesOn ? Math.max(key, fed.index + 1) : key;
    const skipped = this.skippedTo({ piece: place.piece, index: from });
    if (skipped === undefined || skipped > AHEAD) this.restart(piece.config, isBackward);
    for (const { coded, timestamp } of piece.packets.slice(from, place.index + 1)) {
      this.pending.add(timestamp);
      this.decoder.decode(coded.toEncodedVideoChunk());
    }
    this.fed = place;
  }

  /** Returns how many frames are left out between the one that was fed last and another. Undefined if that is not after it. */
  private skippedTo({ piece, index }: Place): number | undefined {
    const { fed } = this;
    if (!fed) return undefined;
    if (fed.piece === piece) return index > fed.index ? index - fed.index - 1 : undefined;
    return fed.piece === piece - 1 ? this.packetsOf(fed.piece).length - 1 - fed.index + index : undefined;
  }

  private restart(config: VideoDecoderConfig, isBackward: boolean): void {
    // Software decodes such small pictures sooner than hardware returns the first one, and never runs out of memory for
    // pictures.
    const wanted = { ...config, optimizeForLatency: true, hardwareAcceleration: 'prefer-software' } as const;
    // A decoder that is done goes on at any key frame.
    if (this.pending.size > 0 || this.decoder.state === 'unconfigured') {
      this.decoder.reset();
      this.decoder.configure(wanted);
      this.restarts += 1;
      this.pending.clear();
    }
    if (!isBackward) for (const timestamp of this.frames.keys()) this.free(timestamp);
  }

  /** Decodes the next frames, and loads the next pieces. */
  private decodeAfter(place: Place): void {
    if (this.pace === 'searching') return;
    let next: Place | undefined = place;
    for (let count = 0; next && count < AHEAD; count++) {
      next = this.after(next);
      if (next) this.decode(next, false);
    }
    for (let piece = place.piece; piece < place.piece + PIECES_AHEAD && this.hasMore(piece); piece++) {
      this.preload(piece + 1);
      // The next pieces of other videos are needed sooner than those after it.
      if (!this.pieces.find(this.file, piece + 1)) return;
    }
  }

  /** Decodes the frames before the last key frame, once those after it are decoded. */
  private decodeBefore({ piece, index }: Place): void {
    if (piece > 0) this.preload(piece - 1);
    if (this.pending.size > 0) return;
    const key = keyBefore(this.packetsOf(piece), index);
    if (key > 0) this.decode({ piece, index: key - 1 }, true);
    else if (piece > 0) this.decode({ piece: piece - 1, index: this.packetsOf(piece - 1).length - 1 }, true);
  }

  /** Begins to load a piece that is not needed yet, so that nobody waits for it and its failure is not one yet. */
  private preload(piece: number): void {
    this.pieces.get(this.file, piece).catch(() => undefined);
  }

  private hasMore(piece: number): boolean {
    return (piece + 1) * PICTURE_PIECE_SECONDS < (this.duration ?? Infinity);
  }

  /** Frees the frames that are passed. While the film plays, the last one stays until the next one is there. */
  private forget(shown: number, isBackward: boolean): void {
    const isPlaying = this.pace === 'playing';
    this.first = isPlaying || isBackward ? -Infinity : shown;
    const kept = isPlaying && !this.frames.has(shown) ? this.newestBefore(shown) : undefined;
    for (const timestamp of this.frames.keys())
      if (timestamp !== kept && (isBackward ? timestamp > shown : timestamp < shown)) this.free(timestamp);
  }

  /** Returns a frame, or the one before while the film plays and it is not decoded yet. */
  private frameAt(timestamp: number): VideoPicture | undefined {
    const found = this.frames.get(timestamp);
    if (found || this.pace !== 'playing') return found;
    const newest = this.newestBefore(timestamp) ?? -Infinity;
    return timestamp - newest <= MAX_AGE ? this.frames.get(newest) : undefined;
  }

  private newestBefore(timestamp: number): number | undefined {
    const earlier = [...this.frames.keys()].filter((each) => each < timestamp);
    return earlier.length > 0 ? Math.max(...earlier) : undefined;
  }

  private free(timestamp: number): void {
    const memory = this.frames.get(timestamp)?.pixels.buffer;
    if (memory && this.spare.length < AHEAD) this.spare.push(memory);
    this.frames.delete(timestamp);
  }

  private async keep(frame: VideoFrame): Promise<void> {
    const { restarts } = this;
    const { timestamp } = frame;
    if (timestamp < this.first) {
      this.pending.delete(timestamp);
      frame.close();
      return;
    }
    try {
      const picture = await copyPicture(frame, this.spare.pop());
      if (restarts !== this.restarts) return;
      this.pending.delete(timestamp);
      this.frames.set(timestamp, picture);
      this.wake();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.failure = new PreviewFault('failed', `The browser cannot decode a video: ${why}`, { cause: error });
    this.wake();
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
