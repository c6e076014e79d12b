import type { Workload } from './workloads/index.ts';

/**
 * The encoder settings of Kinora (src/render/encode/quality.ts, src/render/av/encode/h264.ts), without the
 * number of threads, which FFmpeg chooses.
 */
const VIDEO_OPTIONS = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '23',
  '-profile:v',
  'high',
  '-g',
  '50',
  '-pix_fmt',
  'yuv420p',
  '-r',
  '25',
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];
const AUDIO_OPTIONS = ['-c:a', 'aac', '-b:a', '160k', '-ar', '48000', '-ac', '2', '-aac_coder', 'twoloop'];

/** Returns the arguments of `ffmpeg` for a workload. */
export function ffmpegArguments({ ffmpeg }: Workload, to: string): string[] {
  return ['-v', 'error', '-y', ...ffmpeg, ...VIDEO_OPTIONS, ...AUDIO_OPTIONS, '-movflags', '+faststart', to];
}

/** Returns the arguments for the same video without loss, in a NUT file. */
export function losslessArguments({ ffmpeg }: Workload, to: string): string[] {
  const video = ['-r', '25', '-pix_fmt', 'yuv420p', '-c:v', 'rawvideo'];
  return ['-v', 'error', '-y', ...ffmpeg, ...video, '-c:a', 'pcm_s16le', '-f', 'nut', to];
}

/** Returns the arguments of `melt` for a workload that it supports. It works on two frames at once. */
export function meltArguments(
  melt: readonly string[],
  size: { width: number; height: number },
  to: string,
): string[] {
  return [
    '-silent',
    '-profile',
    size.height === 720 ? 'atsc_720p_25' : 'atsc_1080p_25',
    ...melt,
    '-consumer',
    `avformat:${to}`,
    'vcodec=libx264',
    'preset=veryfast',
    'crf=23',
    'g=50',
    'vprofile=high',
    'pix_fmt=yuv420p',
    'acodec=aac',
    'ab=160k',
    'ar=48000',
    'channels=2',
    'aac_coder=twoloop',
    'movflags=+faststart',
    'real_time=-2',
    'threads=0',
    'rescale=bicubic',
  ];
}
