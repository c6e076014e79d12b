import type { StandardFile } from '../files/file-place.tsx';
import type { WantedKinds } from '../files/wanted-kinds.ts';
import { kindOfFile } from '../media/media-kind.ts';
import type { FilledField } from './starters.ts';

/** The file that a template brings along for a field. */
export interface TemplateFile extends StandardFile {
  readonly kinds: WantedKinds;
}

const SOUND = 'The sound of the template';

const NAMES: Readonly<Record<string, string>> = {
  image: 'The picture of the template',
  video: 'The film of the template',
  audio: SOUND,
  captions: 'The captions of the template',
};

const OWN_KINDS: Readonly<Record<string, WantedKinds>> = {
  image: ['image', 'drawing'],
  video: ['video'],
  captions: ['captions'],
};

const PICTURES: WantedKinds = ['image', 'drawing', 'video'];
const KINDS: Readonly<Record<string, WantedKinds>> = {
  image: PICTURES,
  video: ['video', 'image', 'drawing'],
  audio: ['sound', 'video'],
  captions: ['captions'],
};

/** Returns the file of a field, and the kinds of files that can replace it. Undefined for texts and colours. */
export function findTemplateFile(
  { kind }: Pick<FilledField, 'kind'>,
  written: string,
): TemplateFile | undefined {
  const kinds = KINDS[kind];
  if (!kinds) return undefined;
  const { type, src } = readAsset(written);
  if (type === 'svg')
    return {
      kinds,
      name: 'The drawing of the template',
      picture: `data:image/svg+xml,${encodeURIComponent(src)}`,
    };
  const address = /^https?:/.test(src) ? src : undefined;
  if (type === 'audio') return { kinds: ['video', 'sound'], name: SOUND, address };
  // An address stays within an asset of its kind.
  const own =
    type === '' && kind !== 'audio' ? kinds.filter((each) => OWN_KINDS[kind]?.includes(each)) : kinds;
  return { kinds: own, name: kindOfFile(src) === 'sound' ? SOUND : (NAMES[kind] ?? ''), address };
}

/** Reads an asset or an address. */
function readAsset(written: string): { readonly type: string; readonly src: string } {
  try {
    return JSON.parse(written) as { readonly type: string; readonly src: string };
  } catch {
    return { type: '', src: written };
  }
}
