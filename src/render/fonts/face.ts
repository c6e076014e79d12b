import type { FontFile } from './font-files.ts';

/** A font file and its family, with the settings that a text uses. */
export interface Face extends FontFile {
  readonly family: string;
  /**
   * True if italics were requested but the family has none. The upright glyphs of the family are then
   * slanted.
   */
  readonly isSyntheticItalic?: boolean;
  /** True if the font is known to contain all of Latin-1, so that no check is necessary. */
  readonly hasLatin1?: boolean;
  /** The paths of the other fonts of the edit, nearest first. They come before the built-in fallback fonts. */
  readonly companions?: readonly string[];
  /** The values of the axes of a variable font by tag. The axis of the weight is not included. */
  readonly axes?: Readonly<Record<string, number>>;
}
