/** How much quality a file is to have; more makes it larger. */
export type Quality = 'verylow' | 'low' | 'medium' | 'high' | 'veryhigh';

/** A setting for each quality. */
type ByQuality<Setting> = Readonly<Record<Quality, Setting>>;

/**
 * MP4: x264's constant rate factor (contract 2.2; 51 is the worst, 0 without loss), bits in a second of the AAC track, and how loud the
 * sound may be before it is encoded, in dBTP: AAC adds to the peaks, the more the fewer bits it has (docs/outputs.md). FFmpeg's AAC
 * encoder needs a little more bits than others.
 */
export const MP4_QUALITY: ByQuality<{
  readonly crf: number;
  readonly soundBitRate: number;
  readonly ceiling: number;
}> = {
  verylow: { crf: 35, soundBitRate: 96_000, ceiling: -3 },
  low: { crf: 29, soundBitRate: 128_000, ceiling: -3 },
  medium: { crf: 23, soundBitRate: 160_000, ceiling: -2 },
  high: { crf: 18, soundBitRate: 192_000, ceiling: -2 },
  veryhigh: { crf: 15, soundBitRate: 256_000, ceiling: -2 },
};

/**
 * MP3: bits in a second (contract 2.2), and what LAME multiplies a sound with at each of them, so that low rates clip less: the
 * `scale` of its table of average bit rates (`abr_switch_map` of presets.c in LAME 3.100), which it applies to constant ones too.
 */
export const MP3_QUALITY: ByQuality<{ readonly bitRate: number; readonly scale: number }> = {
  verylow: { bitRate: 64_000, scale: 0.95 },
  low: { bitRate: 96_000, scale: 0.95 },
  medium: { bitRate: 128_000, scale: 0.95 },
  high: { bitRate: 192_000, scale: 0.97 },
  veryhigh: { bitRate: 256_000, scale: 1 },
};

/** How loud the sound of an MP3 may be before it is encoded, in dBTP: LAME adds less than that to it (docs/outputs.md). */
export const MP3_SOUND_CEILING = -2;

/** JPEG: libjpeg's quality, 1 to 100 (contract 2.2), and how much of the colours is kept. */
export const JPG_QUALITY: ByQuality<{ readonly quality: number; readonly chroma: '4:2:0' | '4:4:4' }> = {
  verylow: { quality: 40, chroma: '4:2:0' },
  low: { quality: 60, chroma: '4:2:0' },
  medium: { quality: 80, chroma: '4:2:0' },
  high: { quality: 90, chroma: '4:4:4' },
  veryhigh: { quality: 97, chroma: '4:4:4' },
};

/**
 * GIF: the colours of each palette (one more stands for what stays as it was), by how many of 255 steps a sample may differ from what is
 * shown before it is drawn anew, and how many pictures share a palette at the most.
 */
export const GIF_QUALITY: ByQuality<{
  readonly colours: number;
  readonly tolerance: number;
  readonly together: number;
}> = {
  verylow: { colours: 63, tolerance: 10, together: 50 },
  low: { colours: 127, tolerance: 7, together: 50 },
  medium: { colours: 255, tolerance: 4, together: 25 },
  high: { colours: 255, tolerance: 2, together: 10 },
  veryhigh: { colours: 255, tolerance: 0, together: 3 },
};
