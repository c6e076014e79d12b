import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { openCodecOutput } from './codecs/open-codec-output.ts';
import { HlsOutput } from './hls/hls-output.ts';
import { GifOutput } from './gif-output.ts';
import { Mp4Output } from './mp4-output.ts';
import { MP3_SOUND_CEILING, MP4_QUALITY, OPUS_QUALITY, type Quality, WAV_SOUND_CEILING } from './quality.ts';
import { SoundOutput } from './sound-output.ts';
import { StillOutput } from './still-output.ts';
import { ZipOutput } from './zip/zip-output.ts';

/** The supported output formats. */
export type OutputFormat =
  | 'mp4'
  | 'webm'
  | 'mov'
  | 'gif'
  | 'mp3'
  | 'm4a'
  | 'wav'
  | 'jpg'
  | 'png'
  | 'bmp'
  | 'zip'
  | 'hls';

const DEFAULT_CODECS = { mp4: 'h264', webm: 'vp9', mov: 'prores422' } as const;

/**
 * Opens an output file.
 *
 * @param path the local file to write. An existing file is replaced.
 */
export async function openOutput(
  format: OutputFormat,
  path: string,
  shape: OutputFileSettings,
): Promise<OutputFile> {
  switch (format) {
    case 'mp4':
    case 'webm':
    case 'mov':
      return openVideo(format, path, shape);
    case 'gif':
      return GifOutput.open(path, shape);
    case 'mp3':
      return SoundOutput.openMp3(path, shape);
    case 'm4a':
      return SoundOutput.openM4a(path, shape);
    case 'wav':
      return SoundOutput.openWav(path);
    case 'zip':
      if (!shape.sequence) throw new Error('A zip needs the settings of its images.');
      return ZipOutput.open(path, shape, shape.sequence);
    case 'hls':
      if (!shape.hls) throw new Error('An HLS needs the settings of its files.');
      return HlsOutput.open(path, shape, shape.hls);
    case 'jpg':
    case 'png':
    case 'bmp':
      return new StillOutput(format, path, shape);
  }
}

function openVideo(
  format: keyof typeof DEFAULT_CODECS,
  path: string,
  shape: OutputFileSettings,
): Promise<OutputFile> {
  const { codec = DEFAULT_CODECS[format] } = shape;
  return codec === 'h264' ? Mp4Output.open(path, shape) : openCodecOutput(format, codec, path, shape);
}

/**
 * Returns the maximum true peak of the sound before encoding, in dBTP. Meaningless for files without sound.
 */
export function soundCeilingOf(format: OutputFormat, quality: Quality): number {
  if (format === 'mp4' || format === 'm4a' || format === 'hls') return MP4_QUALITY[quality].ceiling;
  if (format === 'webm') return OPUS_QUALITY[quality].ceiling;
  return format === 'wav' || format === 'zip' || format === 'mov' ? WAV_SOUND_CEILING : MP3_SOUND_CEILING;
}
