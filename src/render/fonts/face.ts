import type { FontFile } from './font-files.ts';

/** A font file as a text uses it, and the family that it is of. */
export interface Face extends FontFile {
  readonly family: string;
  /** Whether italics are wanted, and no file of the family has them: its upright letters are leaned over. */
  readonly leaned?: boolean;
  /** Whether it is known to have the letters of western Europe, so that nobody has to look. */
  readonly western?: boolean;
  /** The settings of a variable font, but for its weight, by the tags of its axes. */
  readonly axes?: Readonly<Record<string, number>>;
}
