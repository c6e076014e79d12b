import type { StandardFile } from '../files/file-field.tsx';
import type { WantedKinds } from '../files/wanted-kinds.ts';
import { kindOfFile } from '../media/media-kind.ts';
import type { StarterField } from './starters.ts';

/** The file that a template brings along for a field. */
export interface TemplateFile extends StandardFile {
  readonly kinds: WantedKinds;
}

const PICTURES: WantedKinds = ['image', 'drawing', 'video'];
const KINDS: Readonly<Record<string, WantedKinds>> = {
  image: PICTURES,
  video: ['video', 'image', 'drawing'],
  audio: ['sound', 'video'],
  captions: ['captions'],
};

/** Returns the file of a field, and the kinds of files that can replace it. Undefined for texts and colours. */
export function findTemplateFile({ kind }: StarterField, written: string): TemplateFile | undefined {
  const kinds = KINDS[kind];
  if (!kinds) return undefined;
  const { type, src } = readAsset(written);
  if (type === 'svg')
    return {
      kinds,
      name: 'The drawing of the template',
      picture: `data:image/svg+xml,${encodeURIComponent(src)}`,
    };
  const isSound = kindOfFile(src) === 'sound';
  return {
    kinds: type === 'audio' ? ['video', 'sound'] : kinds,
    name: isSound ? 'The sound of the template' : 'The captions of the template',
  };
}

/** Reads an asset or an address. */
function readAsset(written: string): { readonly type: string; readonly src: string } {
  try {
    return JSON.parse(written) as { readonly type: string; readonly src: string };
  } catch {
    return { type: '', src: written };
  }
}
