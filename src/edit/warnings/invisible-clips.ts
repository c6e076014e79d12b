import type { ClipLocation } from '../clips/clip-location.ts';
import type { Asset } from '../schema/asset.ts';
import type { Clip } from '../schema/clip.ts';
import { createClipWarning, type Warning } from './warning.ts';

/** Fields that affect how a clip looks, with their defaults. */
const VISUAL_FIELDS = {
  fit: 'crop',
  scale: 1,
  width: undefined,
  height: undefined,
  position: 'center',
  offset: undefined,
  transition: undefined,
  effect: undefined,
  filter: 'none',
  opacity: 1,
  transform: undefined,
} as const satisfies Partial<Record<keyof Clip, unknown>>;

/** The descriptions of clips that are never drawn, by the types of their assets. */
const NEVER_DRAWN: Partial<Record<Asset['type'], string>> = {
  luma: 'a luma matte, which is stretched over the clips of its track and never drawn itself',
  audio: 'a sound, which is never drawn',
  'text-to-speech': 'a speech, which is never drawn',
};

/** Warns about fields of a clip that have no effect, because the clip is never drawn. */
export function warnAboutInvisibleClip(location: ClipLocation): Warning[] {
  const { clip } = location;
  const noun = NEVER_DRAWN[clip.asset.type];
  if (noun === undefined) return [];
  const given = Object.entries(VISUAL_FIELDS).flatMap(([name, fallback]) => {
    const value = clip[name as keyof typeof VISUAL_FIELDS];
    return value === undefined || value === fallback ? [] : [`"${name}"`];
  });
  if (given.length === 0) return [];
  const verb = given.length === 1 ? 'has' : 'have';
  const text = `This clip is ${noun}. Remove ${given.join(', ')}, which ${verb} no effect.`;
  return [createClipWarning(location, [], text)];
}
