import type { WantedKinds } from '../files/wanted-kinds.ts';

/** Words in the description of an address, and the kinds of files that follow from them. */
const KINDS: readonly (readonly [words: RegExp, kinds: WantedKinds])[] = [
  [/\bfont file\b/, ['font']],
  [/"\.cube"/, ['lut']],
  [/\bsubtitle file or of a media file\b/, ['captions', 'video', 'sound']],
  [/\bsubtitle file\b/, ['captions']],
  // The sound of a video can be used, too.
  [/\bsound file\b/, ['sound', 'video']],
  [/\bvideo file\b/, ['video']],
  [/\bimage or video\b/, ['image', 'drawing', 'video']],
  [/\bimage\b/, ['image', 'drawing']],
];

/** Returns the kinds of files that a field takes, as its description says. Empty for a field that takes no file. */
export function findWantedKinds(name: string, description: string): WantedKinds {
  if (name !== 'src' || !description.startsWith('URL of ')) return [];
  const [sentence = ''] = description.split(/\.\s/, 1);
  return KINDS.find(([words]) => words.test(sentence))?.[1] ?? [];
}
