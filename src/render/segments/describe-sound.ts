import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { writeCanonically } from './canonical.ts';

/** Everything besides the timeline that decides the coded sound of an output. */
export interface SoundSettings {
  /** The version of the engine, the processor and the settings of the encoder. */
  readonly engine: Readonly<Record<string, unknown>>;
  /** The hash of each file by its path. */
  readonly contents: ReadonlyMap<string, string>;
}

/**
 * Describes everything that decides the coded sound of an output, as text. Two outputs with the same text have
 * the same coded sound and the same warnings about it. All audible clips count, because the sound is mixed and coded
 * as a whole. Pure.
 */
export function describeSound(
  { rate, range, audioClips, buses }: Pick<ResolvedTimeline, 'rate' | 'range' | 'audioClips' | 'buses'>,
  { contents, ...settings }: SoundSettings,
): string {
  const tracks = [...new Set(audioClips.map(({ track }) => track))];
  const { from, to, samples } = range;
  return writeCanonically(
    {
      ...settings,
      rate,
      buses,
      // The samples of a frame depend on its place, so that sounds count from the start of the timeline.
      range: { from, to, samples },
      // The fields count, because warnings name them. Clips of one file are read in one go if they continue each
      // other, but clips of two files with the same content are not.
      clips: audioClips.map((clip) => ({ ...clip, source: tracks.indexOf(clip.track) })),
    },
    contents,
  );
}
