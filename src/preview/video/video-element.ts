import type { VideoTrack } from '../../render/media/media.ts';
import { PICTURE_PIECE_SECONDS } from '../../render/media/piece-seconds.ts';
import type { SourceMoment } from '../../render/media/source-moment.ts';
import { layerFileOf } from '../layer-files.ts';
import type { LoadedFiles } from '../loaded-files.ts';
import { PreviewFault } from '../preview-source.ts';
import type { FilmFrames, MomentFrames, FilmPace } from './video-frames.ts';
import type { VideoPiece } from './video-piece.ts';
import { drawPicture } from './video-picture.ts';

/** Seconds that a playing element may be off before it is moved. */
const MAX_DRIFT = 0.2;
/** Seconds by which a moment is moved into its frame, as browsers round. */
const INTO_FRAME = 0.001;
/** Pieces that are put into an element before they are shown. */
const AHEAD = 4;

/**
 * The frames of one video clip by a video element, for pages without WebCodecs. Its clock is its own while it plays, so
 * it may be some frames off. Close it with `using`.
 */
export class ElementFrames implements FilmFrames {
  pace: FilmPace = 'standing';
  private readonly file: string;
  private readonly duration: number;
  private readonly pieces: LoadedFiles<VideoPiece>;
  private readonly element = Object.assign(document.createElement('video'), {
    muted: true,
    playsInline: true,
  });
  private readonly media = new MediaSource();
  private readonly url = URL.createObjectURL(this.media);
  private readonly added = new Set<number>();
  private buffer: SourceBuffer | undefined;
  private failure: PreviewFault | undefined;
  private shown: MomentFrames | undefined;
  private shownAt = NaN;

  /** @param track a video of a timeline. @param pieces the pieces of all videos. */
  constructor(track: VideoTrack, pieces: LoadedFiles<VideoPiece>) {
    this.file = layerFileOf(track);
    this.duration = track.duration?.valueOf() ?? Infinity;
    this.pieces = pieces;
    this.element.src = this.url;
    this.element.addEventListener('error', () => {
      const why = this.element.error?.message ?? 'unknown';
      this.failure = new PreviewFault('failed', `The browser cannot play a video: ${why}`);
    });
  }

  peek(moment: SourceMoment): MomentFrames | 'none' | undefined {
    if (this.failure) throw this.failure;
    const seconds = moment.time.valueOf();
    if (seconds >= this.duration + moment.tail.valueOf()) return 'none';
    const wanted = Math.max(0, Math.min(seconds, this.duration - INTO_FRAME));
    this.addPieces(Math.floor(wanted / PICTURE_PIECE_SECONDS));
    const { element } = this;
    const goesOn = this.pace === 'playing' && moment.isBackward !== true;
    if (goesOn && element.paused) void element.play().catch(() => undefined);
    if (!goesOn) element.pause();
    const off = Math.abs(element.currentTime - INTO_FRAME - wanted);
    if (element.seeking || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
    if (off <= (goesOn ? MAX_DRIFT : INTO_FRAME)) return this.read();
    // The film goes on while the element seeks, so it is moved ahead. Else it would never arrive on a busy machine.
    const lead = goesOn ? MAX_DRIFT : INTO_FRAME;
    if (this.added.has(Math.floor(wanted / PICTURE_PIECE_SECONDS))) element.currentTime = wanted + lead;
    return undefined;
  }

  nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      for (const event of ['seeked', 'loadeddata', 'error'])
        this.element.addEventListener(event, () => resolve(), { once: true });
    });
  }

  [Symbol.dispose](): void {
    this.element.removeAttribute('src');
    this.element.load();
    URL.revokeObjectURL(this.url);
  }

  private read(): MomentFrames {
    const { currentTime, videoWidth, videoHeight } = this.element;
    if (this.shown && this.shownAt === currentTime) return this.shown;
    this.shownAt = currentTime;
    this.shown = { frame: drawPicture(this.element, { width: videoWidth, height: videoHeight }) };
    return this.shown;
  }

  /** Puts the pieces from one on into the element, as soon as they are there. */
  private addPieces(first: number): void {
    const end = Math.min(first + AHEAD, Math.ceil(this.duration / PICTURE_PIECE_SECONDS));
    for (let piece = first; piece < end; piece++) {
      if (this.added.has(piece) || this.buffer?.updating === true) continue;
      const found = this.peekPiece(piece, first);
      if (!found || this.media.readyState !== 'open') return;
      this.buffer ??= this.media.addSourceBuffer(`video/mp4; codecs="${found.config.codec}"`);
      this.buffer.appendBuffer(found.bytes);
      this.added.add(piece);
    }
  }

  private peekPiece(piece: number, first: number): VideoPiece | undefined {
    if (piece === first) return this.pieces.peek(this.file, piece);
    // Nobody needs it yet, so its failure is not one.
    this.pieces.get(this.file, piece).catch(() => undefined);
    return this.pieces.find(this.file, piece);
  }
}
