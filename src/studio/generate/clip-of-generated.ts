import type { CreatedAsset, Voice } from '../../client/index.ts';
import { createClipOfFile } from '../assets/clip-of-file.ts';
import type { DraftAsset, DraftClip } from '../document/edit-text.ts';
import { titleOfType } from '../settings/provider-texts.ts';

/** Seconds that a generated picture is shown. */
const PICTURE_LENGTH = 5;
/** The options of a camera motion that an edit asks for. */
const USUAL_MOTION = { guidanceScale: 1.8, motion: 127 };
const LONGEST_NAME = 40;

/** Returns the words that a generated file was made of, or the name of its type. */
export function nameOfGenerated({ type, options = {} }: Pick<CreatedAsset, 'type' | 'options'>): string {
  const words = [options['text'], options['prompt']].find((word) => typeof word === 'string');
  return words ?? titleOfType(type);
}

/**
 * Creates a clip of a generated file. It stays what it is where an edit can say it, with its words, and is not made or
 * paid again. Otherwise it is a clip of the file, named after the words.
 *
 * @param voices the voices that an edit may name.
 * @returns undefined if an edit cannot show such a file, or if it is not there yet.
 */
export function createClipOfGenerated(
  asset: CreatedAsset,
  start: number,
  voices: readonly Voice[],
): DraftClip | undefined {
  const { url } = asset;
  if (url === undefined) return undefined;
  const own = describeAsset(asset, voices);
  if (own) return { asset: own, start, length: own.type === 'text-to-image' ? PICTURE_LENGTH : 'auto' };
  const clip = createClipOfFile(url, start, undefined);
  return clip && { ...clip, alias: toAlias(nameOfGenerated(asset)) };
}

/** Describes a generated file as an edit asks for it. Undefined if no edit can ask for exactly this one. */
function describeAsset(
  { type, provider, options = {} }: CreatedAsset,
  voices: readonly Voice[],
): DraftAsset | undefined {
  const isBuiltIn = provider === 'kinora' || provider === 'shotstack';
  const { text, voice, language, newscaster, prompt, width, height, seed, imageUrl } = options;
  if (type === 'text-to-speech') {
    const maker = isBuiltIn ? 'kinora' : provider;
    if (!isBuiltIn && !voices.some((each) => each.name === voice && each.provider === maker))
      return undefined;
    return {
      type,
      text,
      voice,
      ...(language !== undefined && { language }),
      ...(newscaster === true && { newscaster }),
    };
  }
  if (!isBuiltIn) return undefined;
  // A model takes a seed, which the asset of an edit cannot name.
  if (type === 'text-to-image' && seed === undefined) return { type, prompt, width, height };
  const isUsual = Object.entries(USUAL_MOTION).every(([name, value]) => options[name] === value);
  return type === 'image-to-video' && isUsual ? { type, src: imageUrl } : undefined;
}

/** Makes the name of a clip of words: letters, digits and hyphens. */
function toAlias(words: string): string {
  const parts = words
    .normalize('NFD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['generated'];
  return parts.join('-').slice(0, LONGEST_NAME);
}
