import { mayHaveSound } from '../../../base/vocabulary/may-have-sound.ts';
import type { DraftClip, DraftEdit } from '../edit-text.ts';

/** The fields of an asset that do not change its own sound. How far it goes down depends on other clips. */
const UNHEARD: readonly string[] = ['crop', 'chromaKey', 'cutout', 'transcode', 'slowMotion', 'duck'];
/** Levels for each second. At the usual zoom, this is one for two pixels. */
const POINTS_PER_SECOND = 40;
const MOST_POINTS = 2000;

/** True for a clip that may have a sound, and is not muted. */
export function hasWave({ asset }: DraftClip): boolean {
  return mayHaveSound(asset?.type) && asset?.['volume'] !== 0;
}

/** Returns the number of levels for a clip. @param length seconds of the clip. */
export function countPoints(length: number): number {
  return Math.min(MOST_POINTS, Math.max(2, Math.round(length * POINTS_PER_SECOND)));
}

/** Returns an edit that plays nothing but the sound of a clip. @param length seconds of the clip. */
export function createWaveEdit({ merge, timeline }: DraftEdit, clip: DraftClip, length: number): DraftEdit {
  const asset = Object.fromEntries(
    Object.entries(clip.asset ?? {}).filter(([field]) => !UNHEARD.includes(field)),
  );
  const cache = timeline?.['cache'];
  return {
    timeline: {
      ...(cache !== undefined && { cache }),
      tracks: [{ clips: [{ asset, start: 0, length }] }],
    },
    ...(merge && { merge }),
    output: { format: 'mp4', resolution: 'preview' },
  };
}

/**
 * Returns the outline of a waveform as the path of an SVG that is as wide as there are levels, and 1 high. Empty if
 * nothing can be heard.
 */
export function drawWave(peaks: readonly number[]): string {
  if (!peaks.some((peak) => peak >= LEAST_PEAK)) return '';
  const points = peaks.map((peak, index) => `${index + 0.5},${Number((1 - peak).toFixed(3))}`);
  return `M0,1L${points.join(' ')} ${peaks.length},1Z`;
}

/** A level that is lower than a tenth of a pixel. */
const LEAST_PEAK = 0.002;
