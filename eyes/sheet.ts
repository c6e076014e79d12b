import type { Kinora, Picture } from './measure.ts';

/** A picture on a sheet with a text below it. */
export interface Cell {
  readonly caption: string;
  readonly picture: Picture;
}

/** Pictures side by side below a name. */
export interface Row {
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** A contact sheet of a difficult kind of edit. */
export interface Sheet {
  /** Name of its file without the extension, and its name on the command line. */
  readonly name: string;
  readonly heading: string;
  /** A sentence or two: faults that a look at the sheet would find. */
  readonly text: string;
  /** Whole factor by which the pictures are enlarged. Default 1. */
  readonly enlarge?: number;
  /** Number of rows side by side. Default 1. */
  readonly across?: number;
  /** Draws the pictures. The rows and their cells are the same for every Kinora. */
  draw(kinora: Kinora): Promise<Row[]>;
}

/** The rows of a sheet as one checkout draws them. */
export interface Drawing {
  /** Name of the checkout, such as "before". Absent if there is only one. */
  readonly label?: string;
  readonly rows: readonly Row[];
}
