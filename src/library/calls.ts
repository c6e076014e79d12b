import type { Dialect, Warning } from '../client/built/types.ts';
import type { ErrorDetail } from '../client/errors.ts';

/** Options of all calls of the library. */
export interface LibraryOptions {
  /** The folder that relative paths of sources start from. It must exist. Default: the working folder. */
  readonly folder?: string | undefined;
  /** Stops the work. The call then rejects with the code `cancelled` and leaves no files. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of all calls with an edit. */
export interface LibraryEditOptions extends LibraryOptions {
  /** The dialect that the edit is written in. Default: `KINORA_DIALECT`, or `interface`. */
  readonly dialect?: Dialect | undefined;
}

/** Options of `render`. */
export interface RenderFileOptions extends LibraryEditOptions {
  /**
   * Path of the file to write, relative to the working folder. Its extension must fit `output.format` of the
   * edit. If the edit has `outputs`, a list with a path for each of them. Existing files are replaced.
   */
  readonly output: string | readonly string[];
  /** Called when the progress changes, a few times per second. */
  readonly onProgress?: ((progress: LibraryProgress) => void) | undefined;
  /** False to use no segments of earlier renders, and to keep none. Default: true. */
  readonly cache?: boolean | undefined;
}

/** The progress of a render. */
export interface LibraryProgress {
  /** The phases follow in this order. `generating` only comes if the edit has generated assets. */
  readonly phase: 'generating' | 'fetching' | 'preprocessing' | 'rendering';
  /** Number of finished frames. Only in the phase `rendering`. */
  readonly frame?: number;
  /** Total number of frames. Only in the phase `rendering`. */
  readonly frames?: number;
}

/** The files of a render. */
export interface RenderedFiles {
  /** One for each output of the edit, in its order. */
  readonly outputs: readonly [RenderedFile, ...RenderedFile[]];
  /** Remarks on valid, but probably mistaken parts. */
  readonly warnings: readonly Warning[];
}

/** A rendered output, with the absolute paths of its files. */
export interface RenderedFile {
  readonly output: string;
  /** The poster beside the output, if the edit requests one. */
  readonly poster?: string;
  /** The thumbnail beside the output, if the edit requests one. */
  readonly thumbnail?: string;
  /** The captions beside the output, if the edit requests them as a file. */
  readonly captions?: string;
  /** The other files of an HLS, whose output is the list of them. */
  readonly parts?: readonly string[];
  /** Width in pixels. Absent for sounds. */
  readonly width?: number;
  /** Height in pixels. Absent for sounds. */
  readonly height?: number;
  /** Number of frames. Absent for sounds. */
  readonly frames?: number;
  /** Duration in seconds. Absent for stills. */
  readonly duration?: number;
}

/** Options of `frame`. */
export interface FramePictureOptions extends LibraryEditOptions {
  /** Time on the timeline in seconds, from 0. The decimal is exact: 3.2 is 16/5. */
  readonly at: number;
  /** Format of the picture. Default: `png`. */
  readonly format?: 'png' | 'jpeg' | undefined;
  /** Place of the output in `outputs` of the edit, from 0. Default: 0. */
  readonly for?: number | undefined;
}

/** The result of `validate`. */
export interface EditVerdict {
  /** The problems of the edit, in its order, at most 100. Empty if it is valid. */
  readonly problems: readonly ErrorDetail[];
  /** Remarks on valid, but probably mistaken parts. Empty if the edit is invalid. */
  readonly warnings: readonly Warning[];
}

/** An error that the library rejects with. Its `name` is `KinoraError`. */
export interface LibraryError extends Error {
  /** One of the codes of docs/errors.md, such as `validation_failed`, `not_found` or `cancelled`. */
  readonly code: string;
}
