import type { SpeechOptions } from '../../create/index.ts';
import type {
  EditLayers,
  FrameRequest,
  MissingMedia,
  PackedEdit,
  RenderedFrame,
  RenderedPicture,
  SheetRequest,
  Waveform,
  WaveformRequest,
} from '../../edit/index.ts';

/** The sender of an inspection request. */
export interface Requester {
  /** The owner whose source cache is used. */
  readonly owner: string;
  /** Weight of the owner's requests, from 1. Default: 1. */
  readonly share?: number;
  /** Aborts the work, for example when the client has disconnected. */
  readonly signal: AbortSignal;
}

/**
 * Inspects media and edits without rendering. It is passed to the server, so that the server does not depend
 * on media code. All methods reject with a KinoraError. The code is `queue_full` if too many inspections are
 * running.
 */
export interface Inspection {
  /**
   * Returns the output of ffprobe for the file at an http or https URL: `streams`, `chapters` and `format`.
   */
  readonly probe: (url: string, requester: Requester) => Promise<object>;
  /**
   * Returns what a render of the edit would produce: JSON text with `timeline`, `output` and `warnings`,
   * which may have megabytes. With `free`, makes the media that Kinora makes itself, and adds `missing`: a list of
   * `MissingMedia`, which begins with what is unavailable.
   */
  readonly dryRun: (
    edit: PackedEdit,
    requester: Requester,
    free?: { readonly unavailable: readonly MissingMedia[] },
  ) => Promise<string>;
  /** Speaks a text, as an edit with the same speech does. Returns the bytes of an MP3 file. */
  readonly speak: (speech: SpeechOptions, requester: Requester) => Promise<Buffer>;
  /** Returns one frame as an image. */
  readonly frame: (edit: PackedEdit, request: FrameRequest, requester: Requester) => Promise<RenderedFrame>;
  /** Returns several frames in one image. */
  readonly sheet: (edit: PackedEdit, request: SheetRequest, requester: Requester) => Promise<RenderedPicture>;
  /** Returns the layers with which a page plays an edit. @param height height of the view in pixels. */
  readonly layers: (edit: PackedEdit, height: number, requester: Requester) => Promise<EditLayers>;
  /** Returns a picture of layers. Undefined if there is none with this id. */
  readonly layerPicture: (id: string, requester: Requester) => Promise<Buffer | undefined>;
  /** Returns a piece of a source of layers. Undefined if there is no such source, or if it ends before. */
  readonly layerPiece: (id: string, piece: number, requester: Requester) => Promise<Buffer | undefined>;
  /** Returns the levels of the sound of an edit. */
  readonly waveform: (edit: PackedEdit, request: WaveformRequest, requester: Requester) => Promise<Waveform>;
}
