import type { OtherCodec } from '../av/encode/video-encoders.ts';

/** The quality of an output file. Higher quality makes larger files. */
export type Quality = 'verylow' | 'low' | 'medium' | 'high' | 'veryhigh';

/** A setting for each quality. */
type ByQuality<Setting> = Readonly<Record<Quality, Setting>>;

/**
 * MP4: the constant rate factor of x264 (contract 2.2; 51 is the worst, 0 is lossless), bits per second of
 * the AAC track, and the maximum true peak before encoding in dBTP. AAC raises peaks, more so at lower bit
 * rates (docs/quality.md). The bit rates are a little higher than usual, because the AAC encoder of FFmpeg
 * needs more bits than other encoders.
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
 * The level of each other codec of videos at each quality: the constant rate factor of x265 (0 to 51), of libvpx
 * and of SVT-AV1 (0 to 63), the profile of ProRes 422 (proxy, LT, standard, HQ) and the bits per block of 16x16
 * pixels of ProRes 4444. The rate factors give about the SSIM of x264 at the same quality (docs/quality.md).
 */
export const VIDEO_QUALITY: Readonly<Record<OtherCodec, ByQuality<number>>> = {
  hevc: { verylow: 38, low: 31, medium: 24, high: 18, veryhigh: 15 },
  vp9: { verylow: 57, low: 46, medium: 32, high: 21, veryhigh: 15 },
  av1: { verylow: 63, low: 52, medium: 32, high: 17, veryhigh: 11 },
  prores422: { verylow: 0, low: 1, medium: 2, high: 3, veryhigh: 3 },
  prores4444: { verylow: 500, low: 900, medium: 1350, high: 2050, veryhigh: 2700 },
};

/**
 * Opus: bits per second on average, and the maximum true peak before encoding in dBTP. Opus raised the peaks of loud
 * music by 2.5 dB at 64 kbit/s, by 1.8 at 96 and by at most 1.1 above.
 */
export const OPUS_QUALITY: ByQuality<{ readonly bitRate: number; readonly ceiling: number }> = {
  verylow: { bitRate: 64_000, ceiling: -3 },
  low: { bitRate: 96_000, ceiling: -3 },
  medium: { bitRate: 128_000, ceiling: -2 },
  high: { bitRate: 160_000, ceiling: -2 },
  veryhigh: { bitRate: 192_000, ceiling: -2 },
};

/**
 * MP3: bits per second (contract 2.2), and the factor that LAME applies to the sound at this rate to reduce
 * clipping. The factor is the `scale` in the table of average bit rates of LAME (`abr_switch_map` in
 * presets.c of LAME 3.100). LAME also applies this scale to constant bit rates.
 */
export const MP3_QUALITY: ByQuality<{ readonly bitRate: number; readonly scale: number }> = {
  verylow: { bitRate: 64_000, scale: 0.95 },
  low: { bitRate: 96_000, scale: 0.95 },
  medium: { bitRate: 128_000, scale: 0.95 },
  high: { bitRate: 192_000, scale: 0.97 },
  veryhigh: { bitRate: 256_000, scale: 1 },
};

/**
 * The maximum true peak of an MP3 before encoding, in dBTP. LAME raises peaks by less than 2 dB
 * (docs/quality.md).
 */
export const MP3_SOUND_CEILING = -2;

/** The maximum true peak of uncompressed sound, in dBTP. Nothing raises its peaks any more (EBU R 128). */
export const WAV_SOUND_CEILING = -1;

/** JPEG: the quality of libjpeg, 1 to 100 (contract 2.2), and the chroma subsampling. */
export const JPG_QUALITY: ByQuality<{ readonly quality: number; readonly chroma: '4:2:0' | '4:4:4' }> = {
  verylow: { quality: 40, chroma: '4:2:0' },
  low: { quality: 60, chroma: '4:2:0' },
  medium: { quality: 80, chroma: '4:2:0' },
  high: { quality: 90, chroma: '4:4:4' },
  veryhigh: { quality: 97, chroma: '4:4:4' },
};

/**
 * GIF: the colours per palette, without the transparent one; the difference in 8-bit steps above which a
 * sample is drawn again; and the maximum number of pictures that share a palette.
 */
export const GIF_QUALITY: ByQuality<{
  readonly colours: number;
  readonly tolerance: number;
  readonly framesPerPalette: number;
}> = {
  verylow: { colours: 63, tolerance: 10, framesPerPalette: 50 },
  low: { colours: 127, tolerance: 7, framesPerPalette: 50 },
  medium: { colours: 255, tolerance: 4, framesPerPalette: 25 },
  high: { colours: 255, tolerance: 2, framesPerPalette: 10 },
  veryhigh: { colours: 255, tolerance: 0, framesPerPalette: 3 },
};
