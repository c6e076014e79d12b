import type { Edit, RenderFiles, Warning } from '../edit/index.ts';
import type { RenderProgress, RenderResult } from '../render/renderer.ts';

/** Options of one call of the engine. */
export interface EngineOptions {
  /** The folder that relative sources of the edit start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RenderProgress) => void;
}

/** The render library with its settings already in it. */
export interface Engine {
  /** Writes the output of the edit to the file `to`, and the stills that it asks for to theirs. */
  readonly render: (edit: Edit, to: RenderFiles<string>, options: EngineOptions) => Promise<RenderResult>;
  /**
   * Writes the frame that the edit shows at the second `at` as a picture, PNG or JPEG by the name of the file `to`. Returns the
   * warnings, as far as they concern the frame.
   */
  readonly frame: (edit: Edit, at: number, to: string, options: EngineOptions) => Promise<readonly Warning[]>;
  /** Describes a file, a path or a URL, as ffprobe does. */
  readonly probe: (source: string, options: Pick<EngineOptions, 'folder' | 'signal'>) => Promise<object>;
}
