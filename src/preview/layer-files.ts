import { SAMPLE_RATE } from '../base/time.ts';
import type { StreamLocation } from '../render/media/media.ts';
import type { Stereo } from '../render/media/stereo.ts';
import { LoadedFiles } from './loaded-files.ts';
import { PreviewFault, type PreviewSource } from './preview-source.ts';
import { readVideoPiece, type VideoPiece } from './video/video-piece.ts';

/** Pictures that are kept besides those in use. */
const KEPT_PICTURES = 24;
/** Bytes of pieces of videos that are kept besides those in use: a minute of a view of 540 lines. */
const KEPT_VIDEO_BYTES = 64e6;
/** Pieces of sounds that are kept besides those in use: a minute of one sound. */
const KEPT_SOUND_PIECES = 30;

/** A piece of a sound. `ended` if the sound has ended before it. */
export type SoundPiece = Stereo | 'ended';

/**
 * The layer files that a preview has loaded. They are kept when the edit changes, because a file of a changed edit has
 * another id. Close them with `using`.
 */
export class LayerFiles implements Disposable {
  /** Loads the files. Undefined if no edit is open. */
  source: PreviewSource | undefined;
  readonly pictures: LoadedFiles<ImageBitmap>;
  readonly videoPieces: LoadedFiles<VideoPiece>;
  readonly soundPieces: LoadedFiles<SoundPiece>;

  constructor() {
    this.pictures = new LoadedFiles({
      make: async (...wanted) =>
        await createImageBitmap(new Blob([await this.load(...wanted)]), {
          premultiplyAlpha: 'premultiply',
          colorSpaceConversion: 'none',
        }),
      free: (image) => image.close(),
      limit: KEPT_PICTURES,
    });
    this.videoPieces = new LoadedFiles({
      make: async (...wanted) => await readVideoPiece(await this.load(...wanted)),
      weigh: ({ bytes }) => bytes.byteLength,
      limit: KEPT_VIDEO_BYTES,
    });
    this.soundPieces = new LoadedFiles({
      make: async (...wanted) => await this.loadSound(...wanted),
      limit: KEPT_SOUND_PIECES,
    });
  }

  [Symbol.dispose](): void {
    for (const files of [this.pictures, this.videoPieces, this.soundPieces]) files[Symbol.dispose]();
  }

  private async load(file: string, piece: number | undefined, signal: AbortSignal): Promise<ArrayBuffer> {
    if (!this.source) throw new PreviewFault('failed', 'No edit is open. Open one first.');
    return await this.source.load(file, piece, signal);
  }

  private async loadSound(file: string, piece: number | undefined, signal: AbortSignal): Promise<SoundPiece> {
    try {
      const bytes = await this.load(file, piece, signal);
      const decoded = await new OfflineAudioContext(2, 1, SAMPLE_RATE).decodeAudioData(bytes);
      return { left: decoded.getChannelData(0), right: decoded.getChannelData(1) };
    } catch (error) {
      if (error instanceof PreviewFault && error.reason === 'missing') return 'ended';
      throw error;
    }
  }
}

/** Returns the id of the layer file of a video or a sound. */
export function layerFileOf({ location: { file } }: { readonly location: StreamLocation }): string {
  return typeof file === 'string' ? file : file.path;
}
