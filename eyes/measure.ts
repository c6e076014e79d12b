/**
 * The types that the measures of `npm run eyes` share.
 *
 * Each file of `eyes/measures` exports one list: `export const MEASURES: readonly Measure[] = [...]`. The name
 * of the file, such as `ink` or `motion`, is the name with which `npm run eyes -- NAME` selects the list.
 */

/** One number that a render must satisfy, with the way to measure it. */
export interface Measure {
  /** A short sentence: the measured quantity with its unit, e.g. "Swing of the gradient in slideLeftSlow, %". */
  readonly name: string;
  /** The number must be at most (or, if `atLeast`, at least) this. */
  readonly limit: number;
  readonly atLeast?: boolean;
  /** Measures through the command line of Kinora only, so that the same measure runs with another checkout. */
  measure(kinora: Kinora): Promise<number>;
}

/** RGB pixels, three bytes each, rows from the top without padding. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** One checkout of Kinora, used through its command line. */
export interface Kinora {
  /** A folder for files of this measure; relative paths in an edit are relative to it. */
  readonly folder: string;
  /** Renders one frame (`kinora frame EDIT --at S`) as RGB pixels. `at` is in seconds. */
  frame(edit: object, at: number): Promise<Picture>;
  /** Renders an edit to a file (`kinora render`) and returns its path. `name` has the extension of the format. */
  render(edit: object, name: string): Promise<string>;
  /** Decodes frames of a rendered video as RGB, in order (all, or `count` from second `from`). */
  frames(file: string, range?: { from: number; count: number }): Promise<Picture[]>;
  /** Returns the lines of warnings that `kinora validate` prints. */
  warnings(edit: object): Promise<string[]>;
}
