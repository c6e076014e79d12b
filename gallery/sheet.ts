/** One frame of an edit on a sheet. */
export interface Tile {
  /** An edit in JSON form. Its sources are files of the scenery. */
  readonly edit: object;
  /** Second of the timeline. */
  readonly at: number;
  /** Text below it. */
  readonly caption?: string;
}

/** Frames with a name beside them. */
export interface Row {
  /** The value as it is written in an edit. */
  readonly name: string;
  readonly note?: string;
  readonly tiles: readonly Tile[];
}

/** A picture of the gallery: rows of frames, or a grid of single frames. */
export interface Sheet {
  /** Name of its file without the extension. */
  readonly file: string;
  readonly heading: string;
  /** Description in Markdown. */
  readonly text: string;
  /**
   * Headings of the columns, in groups with a gap between them. Together they have one caption
   * per tile of a row.
   */
  readonly columns?: readonly { readonly heading: string; readonly captions: readonly string[] }[];
  /** Number of rows side by side. Default 1. */
  readonly across?: number;
  /** Aspect ratio of a tile. Default 16:9. */
  readonly shape?: number;
  /**
   * True to draw all tiles of a row on top of each other. The lightest pixel wins, so that moving
   * things leave a trace.
   */
  readonly trace?: boolean;
  readonly rows: readonly Row[];
}
