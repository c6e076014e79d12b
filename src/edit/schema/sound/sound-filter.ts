import { z } from 'zod';
import { defineObject, field } from '../fields.ts';
import { listOf } from '../list.ts';
import { animated } from '../tween.ts';
import { SOUND_NUMBERS, type SoundNumber, type SoundNumbers } from './sound-numbers.ts';

/** Maximum number of filters of one sound. */
const MAX_FILTERS = 32;

type NumberField = z.ZodOptional<ReturnType<typeof animated<z.ZodNumber>>>;

/** Creates the schema of a filter that has only numbers. */
function defineFilter<Type extends keyof SoundNumbers>(type: Type, description: string) {
  return defineObject(nameSound(type), description, {
    type: z.literal(type).describe(description),
    ...numbersOf(type),
  });
}

/** Returns the fields of the numbers of a filter. */
function numbersOf<Type extends keyof SoundNumbers>(
  type: Type,
): Record<keyof SoundNumbers[Type], NumberField> {
  const numbers = Object.entries<SoundNumber>(SOUND_NUMBERS[type]).map(([name, number]) => [
    name,
    numberField(number),
  ]);
  // The names are those of the table.
  return Object.fromEntries(numbers) as Record<keyof SoundNumbers[Type], NumberField>;
}

/** Returns the name of the schema of a filter: `GainSound`. */
function nameSound(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}Sound`;
}

/** Creates the schema of a preset, which stands for several filters. */
function definePreset<Name extends string>(name: Name, description: string) {
  return defineObject(nameSound(name), description, { type: z.literal(name).describe(description) });
}

function numberField({ range: [minimum, maximum], fallback, text }: SoundNumber): NumberField {
  const value = animated(z.number().min(minimum).max(maximum), { minimum, maximum });
  return field(value, `${text}. ${minimum} to ${maximum}, or a list of tweens.`, fallback);
}

const SHELF = 'Raises or lowers all low tones, or all high ones.';

const ShelfSound = defineObject(nameSound('shelf'), SHELF, {
  type: z.literal('shelf').describe(SHELF),
  side: field(z.enum(['low', 'high']), 'Tones that are changed: the low or the high ones.', 'low'),
  ...numbersOf('shelf'),
});

export const SoundFilter = z
  .discriminatedUnion('type', [
    definePreset('voice', 'Makes speech clear and even: less rumble and hiss, and steady loudness.'),
    definePreset('podcast', 'Makes speech clear, dense and free of noise, as in a podcast.'),
    definePreset('telephone', 'Makes a sound as on a telephone line.'),
    definePreset('radio', 'Makes a sound as from a small radio.'),
    defineFilter('gain', 'Makes a sound louder or quieter.'),
    defineFilter('highpass', 'Removes low tones, such as rumble.'),
    defineFilter('lowpass', 'Removes high tones.'),
    ShelfSound,
    defineFilter('peak', 'Raises or lowers the tones around a frequency.'),
    defineFilter('gate', 'Lowers a sound in its pauses.'),
    defineFilter('compressor', 'Makes loud moments quieter, so that a sound is more even.'),
    defineFilter('deesser', 'Lowers sharp hissing, such as that of "s".'),
    defineFilter('denoise', 'Lowers steady noise, which is learned from the quietest moments.'),
    defineFilter('reverb', 'Adds the reverberation of a room.'),
    defineFilter('pan', 'Moves a sound to the left or to the right.'),
    defineFilter('width', 'Makes the stereo image narrower or wider.'),
    defineFilter('pitch', 'Raises or lowers the pitch, and keeps the speed.'),
    defineFilter('limiter', 'Lowers the peaks above a ceiling.'),
  ])
  .meta({ id: 'SoundFilter', description: 'Filter of a sound. "type" selects its kind.' });

/** Creates the field of the filters of a sound. @param of the sound, as "of the file, before its volume". */
export function soundField(of: string) {
  return field(
    listOf(SoundFilter).max(MAX_FILTERS),
    `Filters of the sound ${of}, in their order, at most ${MAX_FILTERS}.`,
  );
}

/** The filters of the sound of an asset. */
export const AssetSoundField = soundField('of the file, before its volume and its fades');

/** Filter of a sound, discriminated by `type`. */
export type SoundFilter = z.infer<typeof SoundFilter>;
