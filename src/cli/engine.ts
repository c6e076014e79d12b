import type { Edit, RenderFiles, Warning } from '../edit/index.ts';
import type { RenderProgress, RenderResult } from '../render/renderer.ts';

/** Options of one call of the engine. */
export interface EngineOptions {
  /** The folder that relative paths of sources start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
}

/** The render library with its settings applied. */
export interface Engine {
  /** Renders an edit. Writes its output, and its poster and thumbnail if requested, to the files `to`. */
  readonly render: (edit: Edit, to: RenderFiles<string>, options: EngineOptions) => Promise<RenderResult>;
  /**
   * Renders the frame of an edit at the second `at`. Writes it to the file `to`, whose extension selects PNG
   * or JPEG. Returns the warnings about the frame.
   */
  readonly frame: (edit: Edit, at: number, to: string, options: EngineOptions) => Promise<readonly Warning[]>;
  /** Probes a file, given as a path or a URL, like ffprobe. */
  readonly probe: (source: string, options: Pick<EngineOptions, 'folder' | 'signal'>) => Promise<object>;
}
