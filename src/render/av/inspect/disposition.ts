import * as ffmpeg from '../ffmpeg.ts';

/** The flags of a stream's disposition, in the order in which ffprobe prints them. */
const DISPOSITIONS = [
  ...(['default', 'dub', 'original', 'comment', 'lyrics', 'karaoke', 'forced'] as const),
  ...(['hearing_impaired', 'visual_impaired', 'clean_effects', 'attached_pic', 'timed_thumbnails'] as const),
  ...(['non_diegetic', 'captions', 'descriptions', 'metadata', 'dependent', 'still_image'] as const),
  'multilayer',
] as const;

/**
 * Returns the disposition of a stream as ffprobe prints it: 1 for each flag that is set, 0 for the others.
 */
export function dispositionOf({ disposition }: ffmpeg.Stream): object {
  return Object.fromEntries(DISPOSITIONS.map((name) => [name, (disposition & bitOf(name)) === 0 ? 0 : 1]));
}

function bitOf(name: (typeof DISPOSITIONS)[number]): number {
  // The cast is safe: `toUpperCase` does what the type says.
  return ffmpeg[`AV_DISPOSITION_${name.toUpperCase() as Uppercase<typeof name>}`];
}
