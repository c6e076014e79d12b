import type { Edit, PerFile, Warning } from '../edit/index.ts';
import type { Progress } from '../render/render.ts';

/** What a command asks of the render library beside the edit. */
export interface EngineRun {
  /** The folder that relative sources of the edit start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** What a render made. */
export interface Rendered {
  /** Seconds; a still picture has none. */
  readonly duration?: number;
  /** A file of sound has none. */
  readonly frames?: number;
  /** Pixels, where it has any. */
  readonly width?: number;
  /** Pixels, where it has any. */
  readonly height?: number;
  /** What of the edit is hardly meant. */
  readonly warnings: readonly Warning[];
}

/** The render library with its settings already in it. */
export interface Engine {
  /** Writes the output of the edit to the file `to`, and the stills that it asks for to theirs. */
  readonly render: (edit: Edit, to: PerFile<string>, run: EngineRun) => Promise<Rendered>;
  /**
   * Writes the frame that the edit shows at the second `at` as a picture, PNG or JPEG by the name of the file `to`; says what of
   * the edit is hardly meant, as far as the frame shows it.
   */
  readonly frame: (edit: Edit, at: number, to: string, run: EngineRun) => Promise<readonly Warning[]>;
  /** What ffprobe says of a file: a path, or a URL. */
  readonly probe: (source: string, run: Pick<EngineRun, 'folder' | 'signal'>) => Promise<object>;
}
