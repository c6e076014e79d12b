import { readAt } from '../../schema/walk-schema.ts';
import type { DraftClip, JsonPath } from '../edit-text.ts';
import { roundTime } from '../frame-grid.ts';
import { type FieldValue, withFields } from './cut-motion.ts';
import { readTweens } from './cut-tweens.ts';
import { fadeTweens } from './fades.ts';

/** Seconds of a fade, unless half of its clip is shorter. */
export const SOUND_FADE = 2;

/** Seconds that are as good as none. */
const TINY = 0.002;

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
  const seconds = Math.min(SOUND_FADE, length / 2);
  const isKept = (half: number): boolean => Math.min(SOUND_FADE, half / 2) === seconds;
  if ((!fade.in || isKept(at)) && (!fade.out || isKept(length - at))) return clip;
  const volume = readAt(clip, ['asset', 'volume']);
  const tweens = soundTweens(length, {
    volume: typeof volume === 'number' ? volume : 1,
    in: fade.in ? seconds : 0,
    out: fade.out ? seconds : 0,
  });
  return withFields(clip, [
    { path: ['asset', 'volume'], value: tweens },
    { path: fade.path, value: undefined },
  ]);
}

/** A steady volume with fades at both ends of a clip. */
export interface SoundFades {
  readonly volume: number;
  /** Seconds. 0 for none. */
  readonly in: number;
  readonly out: number;
}

function soundTweens(length: number, fades: SoundFades): object[] {
  const step = (seconds: number) =>
    seconds > 0 ? { name: 'fade', seconds, easing: 'linear', written: undefined } : undefined;
  return fadeTweens(fades.volume, length, { in: step(fades.in), out: step(fades.out) });
}

/**
 * Reads the fades of a film or a sound, be they named or tweens. Undefined if it is silent, or if its volume does
 * something else.
 *
 * @param length seconds of the clip.
 */
export function readSoundFades(clip: DraftClip, length: number): SoundFades | undefined {
  const { type = '', volume = 1 } = clip.asset ?? {};
  if (!FADE_FIELDS[type] || volume === 0) return undefined;
  if (Array.isArray(volume)) return readFadeTweens(volume, length);
  if (typeof volume !== 'number') return undefined;
  const fade = readSoundFade(clip);
  const seconds = Math.min(SOUND_FADE, length / 2);
  return { volume, in: fade?.in ? seconds : 0, out: fade?.out ? seconds : 0 };
}

function readFadeTweens(volume: readonly unknown[], length: number): SoundFades | undefined {
  const tweens = readTweens(volume) ?? [];
  const enter = tweens.find(({ from, start }) => from === 0 && start < TINY);
  const leave = tweens.find(({ to, end }) => to === 0 && Math.abs(end - length) < TINY);
  const others = tweens.filter((tween) => tween !== enter && tween !== leave);
  const level = enter?.to ?? leave?.from ?? 0;
  const isSteady = level > 0 && (leave?.from ?? level) === level && others.length === 0;
  const isStraight = tweens.every(({ curve }) => curve === undefined);
  if (!isSteady || !isStraight) return undefined;
  return {
    volume: level,
    in: roundTime(enter?.end ?? 0),
    out: leave ? roundTime(leave.end - leave.start) : 0,
  };
}

/** Writes the fades of a clip by their names, unless these would last longer or shorter. */
export function writeSoundFades(clip: DraftClip, length: number, fades: SoundFades): FieldValue[] {
  const path = FADE_FIELDS[clip.asset?.type ?? ''];
  if (!path) return [];
  const usual = Math.min(SOUND_FADE, length / 2);
  const isNamed = [fades.in, fades.out].every((seconds) => seconds === 0 || Math.abs(seconds - usual) < TINY);
  const name = `${fades.in > 0 ? 'fadeIn' : ''}${fades.out > 0 ? 'fadeOut' : ''}`;
  const isUnwritten = fades.volume === 1 && clip.asset?.['volume'] !== 1;
  const steady = isUnwritten ? undefined : fades.volume;
  return [
    { path: ['asset', 'volume'], value: isNamed ? steady : soundTweens(length, fades) },
    { path, value: isNamed && name !== '' ? name : undefined },
  ];
}

/** Returns the fade that is left in the half of a clip at one of its ends. */
export function keepSoundFade(clip: DraftClip, end: 'in' | 'out'): FieldValue[] {
  const fade = readSoundFade(clip);
  if (!fade) return [];
  return [{ path: fade.path, value: fade[end] ? (end === 'in' ? 'fadeIn' : 'fadeOut') : undefined }];
}
