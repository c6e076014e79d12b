import { SOUND_NUMBERS, type SoundFilter, type SoundNumber, type SoundNumbers } from '../../../edit/model.ts';
import { type AnimatedNumber, toAnimatedNumber } from '../animated-number.ts';

/** A filter of a sound with all its numbers. Their seconds count from the start of the sound. */
export type ResolvedSoundFilter = {
  readonly [Type in keyof SoundNumbers]: {
    readonly type: Type;
    readonly numbers: Readonly<Record<keyof SoundNumbers[Type], AnimatedNumber>>;
  } & (Type extends 'shelf' ? { readonly side: 'low' | 'high' } : object);
}[keyof SoundNumbers];

/** A filter that is one, and no preset. */
type PlainFilter = Extract<SoundFilter, { readonly type: keyof SoundNumbers }>;
type Preset = Exclude<SoundFilter, PlainFilter>['type'];

/** The filters that a preset stands for (decision 101). */
const PRESETS: Readonly<Record<Preset, readonly PlainFilter[]>> = {
  voice: [
    { type: 'highpass', frequency: 80 },
    { type: 'peak', frequency: 300, gain: -2, q: 1 },
    { type: 'peak', frequency: 3500, gain: 2, q: 0.8 },
    { type: 'deesser' },
    { type: 'compressor', threshold: -22, ratio: 3, attack: 0.008, release: 0.15, makeup: 8 },
    { type: 'limiter', ceiling: -1 },
  ],
  podcast: [
    { type: 'denoise', amount: 12 },
    { type: 'highpass', frequency: 80 },
    { type: 'shelf', frequency: 150, gain: 2 },
    { type: 'peak', frequency: 350, gain: -3, q: 1 },
    { type: 'peak', frequency: 4000, gain: 2, q: 0.8 },
    { type: 'deesser' },
    { type: 'compressor', threshold: -26, ratio: 4, attack: 0.005, release: 0.12, makeup: 11 },
    { type: 'limiter', ceiling: -1 },
  ],
  telephone: [
    { type: 'width', value: 0 },
    { type: 'highpass', frequency: 300, q: 0.541 },
    { type: 'highpass', frequency: 300, q: 1.307 },
    { type: 'compressor', threshold: -24, ratio: 6, attack: 0.003, release: 0.08, makeup: 13 },
    { type: 'lowpass', frequency: 3400, q: 0.541 },
    { type: 'lowpass', frequency: 3400, q: 1.307 },
    { type: 'limiter', ceiling: -1 },
  ],
  radio: [
    { type: 'width', value: 0 },
    { type: 'highpass', frequency: 180 },
    { type: 'peak', frequency: 1500, gain: 4, q: 0.7 },
    { type: 'compressor', threshold: -28, ratio: 5, attack: 0.005, release: 0.15, makeup: 14 },
    { type: 'lowpass', frequency: 5000, q: 0.541 },
    { type: 'lowpass', frequency: 5000, q: 1.307 },
    { type: 'limiter', ceiling: -1 },
  ],
};

/** The numbers with which a filter changes nothing. */
const NEUTRAL: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  gain: { db: 0 },
  shelf: { gain: 0 },
  peak: { gain: 0 },
  gate: { range: 0 },
  compressor: { ratio: 1, makeup: 0 },
  deesser: { range: 0 },
  denoise: { amount: 0 },
  reverb: { mix: 0 },
  pan: { value: 0 },
  width: { value: 1 },
  pitch: { semitones: 0 },
};

/** Returns the filters of a sound with all their numbers, presets as what they stand for, and without those that change nothing. */
export function resolveSoundFilters(filters: readonly SoundFilter[] = []): ResolvedSoundFilter[] {
  return filters
    .flatMap((filter) => (isPreset(filter) ? PRESETS[filter.type] : [filter]))
    .map(resolveFilter)
    .filter((filter) => !isNeutral(filter));
}

/** Returns the field of a clip with the filters of its sound. Nothing if it has none. */
export function filtersOf(filters: readonly SoundFilter[] | undefined): {
  readonly sound?: readonly ResolvedSoundFilter[];
} {
  const sound = resolveSoundFilters(filters);
  return sound.length > 0 ? { sound } : {};
}

function isPreset(filter: SoundFilter): filter is Exclude<SoundFilter, PlainFilter> {
  return filter.type in PRESETS;
}

function resolveFilter(filter: PlainFilter): ResolvedSoundFilter {
  // All fields of the table are numbers or tweens.
  const given = filter as unknown as Readonly<Record<string, Parameters<typeof toAnimatedNumber>[0]>>;
  const numbers = Object.entries<SoundNumber>(SOUND_NUMBERS[filter.type]).map(([name, { fallback }]) => [
    name,
    toAnimatedNumber(given[name], fallback),
  ]);
  // The numbers are those of the table.
  return {
    type: filter.type,
    ...(filter.type === 'shelf' && { side: filter.side ?? 'low' }),
    numbers: Object.fromEntries(numbers) as object,
  } as ResolvedSoundFilter;
}

function isNeutral({ type, numbers }: ResolvedSoundFilter): boolean {
  const neutral = NEUTRAL[type];
  return (
    neutral !== undefined &&
    Object.entries<AnimatedNumber>(numbers).every(([name, value]) => value === (neutral[name] ?? value))
  );
}
