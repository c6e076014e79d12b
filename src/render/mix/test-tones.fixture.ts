import { writeFile } from 'node:fs/promises';
import { sampleAtFrame, NATURAL_SPEED, toRate, SAMPLE_RATE, toSeconds } from '../../base/time.ts';
import { probeAv } from '../av/input/probe-av.ts';
import type { AudioTrack } from '../media/media.ts';
import type { Stereo } from '../media/stereo.ts';
import type { AudioClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { Mixer } from './mixer.ts';

/** Returns sample `index` of a sound. */
export type Wave = (index: number) => number;

/**
 * Creates a sine of a frequency in hertz.
 *
 * @param size Amplitude.
 * @param phase Phase of its first sample, in turns.
 */
export function sine(hertz: number, size = 0.5, phase = 0): Wave {
  return (index) => size * Math.sin(2 * Math.PI * ((hertz * index) / SAMPLE_RATE + phase));
}

/** Returns the first samples of a wave as 32-bit floats. */
export function waveSamples(wave: Wave, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => wave(index));
}

/**
 * Writes a WAV file of 32-bit floats at 48 kHz, with the same samples on both channels. Returns the track of
 * the file.
 */
export async function writeTone(path: string, wave: Wave, seconds: number): Promise<AudioTrack> {
  const count = Math.round(seconds * SAMPLE_RATE);
  const file = Buffer.alloc(44 + 8 * count);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, SAMPLE_RATE],
    [28, 8 * SAMPLE_RATE],
    [40, 8 * count],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 3],
    [22, 2],
    [32, 8],
    [34, 32],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write('data', 36, 'latin1');
  for (const [index, value] of waveSamples(wave, count).entries()) {
    file.writeFloatLE(value, 44 + 8 * index);
    file.writeFloatLE(value, 48 + 8 * index);
  }
  await writeFile(path, file);
  const { audio } = await probeAv(path, 'wav');
  if (!audio) throw new Error(`${path} has no sound.`);
  return audio;
}

/** The fields of an audio clip for a test. Times are in seconds. */
export type TestAudioClip = Partial<Omit<AudioClip, 'from' | 'to' | 'trim' | 'speed' | 'start'>> & {
  readonly track: AudioTrack;
  /** Seconds on the timeline. */
  readonly from: number;
  readonly to: number;
  readonly trim?: number;
  readonly speed?: AudioClip['speed'];
};

/**
 * Creates a timeline that has only sound.
 *
 * @param seconds Length of the timeline, a whole number of frames.
 * @param range The rendered part in seconds. Default: all of it.
 */
export function audioTimeline(
  clips: readonly TestAudioClip[],
  seconds: number,
  {
    fps = 25,
    range = [0, seconds],
  }: { readonly fps?: number; readonly range?: readonly [number, number] } = {},
): ResolvedTimeline {
  const frames = (time: number): AudioClip['from'] => Math.round(time * fps) as AudioClip['from'];
  const audioClips = clips.map(({ from, to, trim = 0, ...clip }, index): AudioClip => ({
    field: `timeline.tracks[0].clips[${index}]`,
    speed: NATURAL_SPEED,
    volume: 1,
    fadeIn: 0,
    fadeOut: 0,
    ...clip,
    from: frames(from),
    to: frames(to),
    start: toSeconds(from),
    trim: toSeconds(trim),
  }));
  const [from, to] = range.map(frames) as [AudioClip['from'], AudioClip['to']];
  const samples = { from: sampleAtFrame(from, toRate(fps)), to: sampleAtFrame(to, toRate(fps)) };
  return {
    rate: toRate(fps),
    width: 2,
    height: 2,
    outputSize: { width: 2, height: 2 },
    frameCount: frames(seconds),
    range: { from, to, samples },
    background: '#000000',
    visualClips: [],
    audioClips,
    warnings: [],
  };
}

/** Mixes the range of a timeline with a ceiling of -1 dBTP. */
export async function mixTimeline(timeline: ResolvedTimeline): Promise<Stereo> {
  using mixer = new Mixer(timeline, -1);
  const { samples } = timeline.range;
  return await mixer.next(samples.to - samples.from);
}

/**
 * Returns the amplitude of a frequency in some samples. The samples must contain whole periods of this
 * frequency.
 */
export function toneLevel(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (const [index, value] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * index) / SAMPLE_RATE;
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

/** Converts a ratio of amplitudes to decibels. */
export function decibels(times: number): number {
  return 20 * Math.log10(times);
}

/** Returns the largest step from one sample to the next, with silence before the first and after the last. */
export function largestStep(samples: Float32Array): number {
  let [largest, before] = [0, 0];
  for (const sample of [...samples, 0]) {
    largest = Math.max(largest, Math.abs(sample - before));
    before = sample;
  }
  return largest;
}

/** Returns the range from the first to the last sample that is not silent. The end is exclusive. */
export function audibleRange(samples: Float32Array): [from: number, to: number] {
  const sounds = (sample: number): boolean => sample !== 0;
  return [samples.findIndex(sounds), samples.findLastIndex(sounds) + 1];
}
