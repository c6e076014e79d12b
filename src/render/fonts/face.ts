import type { FontFile } from './font-files.ts';

/** A font file and its family, with the settings that a text uses. */
export interface Face extends FontFile {
  readonly family: string;
  /** True if italics were requested and the family has none: its upright glyphs are slanted. */
  readonly isSyntheticItalic?: boolean;
  /** True if it is known to contain all of Latin-1, so that no check is necessary. */
  readonly hasLatin1?: boolean;
  /** The settings of a variable font without its weight, by axis tag. */
  readonly axes?: Readonly<Record<string, number>>;
}
