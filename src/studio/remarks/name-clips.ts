import { findClip, nameClip, type NameFile } from '../document/clip-spans.ts';
import type { DraftEdit, JsonPath } from '../document/edit-text.ts';
import { fillPlaceholders } from '../document/placeholders.ts';

/** A text about a field. */
interface Located {
  readonly text: string;
  /** The field. Empty for the whole edit. */
  readonly path: JsonPath;
}

/**
 * Puts the names of clips and outputs in place of their places in a text.
 *
 * @returns also the name of the clip that the text is about, which stands before the text.
 */
export function nameClips<Given extends Located>(
  given: Given,
  edit: DraftEdit,
  nameFile?: NameFile,
): Given & { readonly clip: string | undefined } {
  const nameAt = (track: number, clip: number): string => {
    const found = findClip(edit, { track, clip });
    return found
      ? nameClip(fillPlaceholders(found, edit), nameFile)
      : `clip ${clip + 1} of track ${track + 1}`;
  };
  const [, , track, , index] = given.path;
  const clip = typeof track === 'number' && typeof index === 'number' ? nameAt(track, index) : undefined;
  const text = given.text.replaceAll(
    /timeline\.tracks\[(\d+)\]\.clips\[(\d+)\](\.?)/g,
    (_place, onTrack: string, at: string, dot: string) => {
      const named = nameAt(Number(onTrack), Number(at));
      return named === clip && dot !== '' ? '' : `"${named}"${dot}`;
    },
  );
  const counted = text.replaceAll(/\boutputs\[(\d+)\]/g, (_place, at) => `output ${Number(at) + 1}`);
  return { ...given, text: counted, clip };
}

/** Puts the names of clips and outputs in place of their places in a text about the whole edit. */
export function nameClipsIn(text: string, edit: DraftEdit, nameFile?: NameFile): string {
  return nameClips({ text, path: [] }, edit, nameFile).text;
}
