import type { EditFiles, ParsedEdit, RenderedPicture, SheetSettings, Warning } from '../edit/index.ts';
import type { EditResult, RenderProgress } from './renderer.ts';

/** Options of one call of the engine. */
export interface EngineOptions {
  /** The folder that relative paths of sources start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
  /** False if nothing is kept of the render, nor used from earlier ones. True by default. */
  readonly keepsSegments?: boolean;
}

/** The render library with its settings applied. */
export interface Engine {
  /** Renders an edit. Writes its output, and its poster and thumbnail if requested, to the files `to`. */
  readonly render: (edit: ParsedEdit, to: EditFiles, options: EngineOptions) => Promise<EditResult>;
  /**
   * Renders the frame of an edit at the second `at`. Writes the frame to the file `to`. The extension of `to`
   * selects PNG or JPEG. Returns the warnings about the frame.
   */
  readonly frame: (
    edit: ParsedEdit,
    at: number,
    to: string,
    options: EngineOptions,
  ) => Promise<readonly Warning[]>;
  /**
   * Renders several frames of an edit into one picture. Writes it to the file `to`, like a frame. Returns the
   * seconds that it shows, in its order, and the warnings.
   */
  readonly sheet: (
    edit: ParsedEdit,
    settings: SheetSettings,
    to: string,
    options: EngineOptions,
  ) => Promise<Omit<RenderedPicture, 'picture'>>;
  /** Returns what ffprobe reports about a file. The source is a path or a URL. */
  readonly probe: (source: string, options: Pick<EngineOptions, 'folder' | 'signal'>) => Promise<object>;
}
