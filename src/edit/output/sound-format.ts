import { SOUND_FORMATS } from '../schema/values.ts';

/** True if a value is the name of a format that has only sound. */
export function isSoundFormat(format: unknown): format is (typeof SOUND_FORMATS)[number] {
  return SOUND_FORMATS.some((sound) => sound === format);
}
