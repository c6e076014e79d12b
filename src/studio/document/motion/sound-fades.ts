import { readAt } from '../../schema/walk-schema.ts';
import type { DraftClip, JsonPath } from '../edit-text.ts';
import { type FieldValue, withFields } from './cut-motion.ts';
import { fadeTweens } from './fades.ts';

/** Seconds of a fade, unless half of its clip is shorter. */
const FADE = 2;

/** The fields of the assets with sound that fade it. */
const FADE_FIELDS: Readonly<Record<string, JsonPath>> = {
  video: ['asset', 'volumeEffect'],
  audio: ['asset', 'effect'],
  'text-to-speech': ['asset', 'effect'],
};

interface SoundFade {
  readonly path: JsonPath;
  readonly in: boolean;
  readonly out: boolean;
}

/** Reads the fades of the sound of a clip. Undefined if it has none: tweens of the volume replace them. */
function readSoundFade(clip: DraftClip): SoundFade | undefined {
  const path = FADE_FIELDS[clip.asset?.type ?? ''];
  const name = path && readAt(clip, path);
  const isSteady = !Array.isArray(readAt(clip, ['asset', 'volume']));
  if (!path || !isSteady || typeof name !== 'string' || !name.startsWith('fade')) return undefined;
  return { path, in: name.startsWith('fadeIn'), out: name.endsWith('Out') };
}

/** Replaces the fades of the sound by tweens of the volume, unless both halves of the clip fade just as long. */
export function withSoundTweens(
  clip: DraftClip,
  { at, length }: { readonly at: number; readonly length: number },
): DraftClip {
  const fade = readSoundFade(clip);
  if (!fade) return clip;
  const seconds = Math.min(FADE, length / 2);
  const isKept = (half: number): boolean => Math.min(FADE, half / 2) === seconds;
  if ((!fade.in || isKept(at)) && (!fade.out || isKept(length - at))) return clip;
  const volume = readAt(clip, ['asset', 'volume']);
  const step = { name: 'fade', seconds, easing: 'linear', written: undefined };
  const tweens = fadeTweens(typeof volume === 'number' ? volume : 1, length, {
    in: fade.in ? step : undefined,
    out: fade.out ? step : undefined,
  });
  return withFields(clip, [
    { path: ['asset', 'volume'], value: tweens },
    { path: fade.path, value: undefined },
  ]);
}

/** Returns the fade that is left in the half of a clip at one of its ends. */
export function keepSoundFade(clip: DraftClip, end: 'in' | 'out'): FieldValue[] {
  const fade = readSoundFade(clip);
  if (!fade) return [];
  return [{ path: fade.path, value: fade[end] ? (end === 'in' ? 'fadeIn' : 'fadeOut') : undefined }];
}
