/** One frame of an edit, on a sheet. */
export interface Tile {
  /** As in a file; the files that it names are those of the scenery. */
  readonly edit: object;
  /** Second of the timeline. */
  readonly at: number;
  /** What stands below it. */
  readonly caption?: string;
}

/** Frames beside a name. */
export interface Row {
  /** The word as it stands in an edit. */
  readonly name: string;
  readonly note?: string;
  readonly tiles: readonly Tile[];
}

/** A picture of the gallery: rows of frames, or a grid of single ones. */
export interface Sheet {
  /** The name of its file, without the ending. */
  readonly file: string;
  readonly heading: string;
  /** What it shows, in Markdown. */
  readonly text: string;
  /** What stands above the columns, in groups with a gap between them; their captions together are as many as the tiles of a row. */
  readonly columns?: readonly { readonly heading: string; readonly captions: readonly string[] }[];
  /** How many rows stand side by side; 1 when absent. */
  readonly across?: number;
  /** Width over height of a tile; that of a film, 16:9, when absent. */
  readonly shape?: number;
  /** Draws all tiles of a row over each other, the lightest wins: what moves leaves a trace. */
  readonly trace?: boolean;
  readonly rows: readonly Row[];
}
