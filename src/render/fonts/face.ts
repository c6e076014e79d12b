import type { FontFile } from './font-files.ts';

/** A font file as a text uses it, and the family that it is of. */
export interface Face extends FontFile {
  readonly family: string;
  /** True if italics were requested and the family has none: its upright glyphs are slanted. */
  readonly isSyntheticItalic?: boolean;
  /** True if it is known to have all of Latin-1, so that nobody has to check. */
  readonly hasLatin1?: boolean;
  /** The settings of a variable font, but for its weight, by the tags of its axes. */
  readonly axes?: Readonly<Record<string, number>>;
}
