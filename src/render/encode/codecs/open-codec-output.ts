import { openOpusEncoder, openPcm24Encoder } from '../../av/encode/sound-encoders.ts';
import { Muxer } from '../../av/encode/muxer.ts';
import { openVideoEncoder, type OtherCodec } from '../../av/encode/video-encoders.ts';
import { FilteredSoundTrack } from '../filtered-sound-track.ts';
import { keyframeDistance } from '../mp4-output.ts';
import { openAacTrack } from '../sound-output.ts';
import type { OutputFileSettings } from '../output-file.ts';
import { MP4_QUALITY, OPUS_QUALITY, type Quality, VIDEO_QUALITY } from '../quality.ts';
import { ConvertedFrameTrack } from './converted-frame-track.ts';
import { VideoOutput } from './video-output.ts';

/** Numbers of threads of an encoder. They are fixed because they may affect the output. */
const THREADS = { 'few threads': 2, 'many threads': 8 } as const;

/** Divides the samples into frames of Opus, which last 20 ms. The last one may be shorter. */
const TO_OPUS = 'aresample=osf=flt,asetnsamples=n=960:p=0';
/** 24 bits per sample, which need no dither. */
const TO_24_BITS = 'aresample=osf=s32';

/** The formats of videos, as containers of FFmpeg with their options. */
const CONTAINERS = {
  mp4: { movflags: '+faststart' },
  mov: { movflags: '+faststart' },
  // The index comes first, so that players can seek before they have the whole file.
  webm: { cues_to_front: '1' },
} as const;

/**
 * Opens a video with another codec than H.264: an mp4 with AAC, a webm with Opus, or a mov with uncompressed
 * sound of 24 bits. Every picture is encoded, also a repeated one.
 *
 * @param path the local file to write. An existing file is replaced.
 */
export async function openCodecOutput(
  format: keyof typeof CONTAINERS,
  codec: OtherCodec,
  path: string,
  settings: OutputFileSettings,
): Promise<VideoOutput> {
  const { width, height, rate, quality, hasSound, hasAlpha = false, encoder: kind } = settings;
  using opened = new DisposableStack();
  const muxer = opened.use(new Muxer(path, format));
  const encoder = await openVideoEncoder(codec, {
    width,
    height,
    rate,
    hasAlpha,
    keyframeEvery: keyframeDistance(rate),
    level: VIDEO_QUALITY[codec][quality],
    // Hardware is only for H.264.
    threads: THREADS[kind === 'few threads' ? kind : 'many threads'],
  });
  const video = opened.use(new ConvertedFrameTrack(encoder, muxer, hasAlpha));
  const audio = hasSound ? opened.use(await openSoundTrack(format, quality, muxer)) : undefined;
  await muxer.begin(CONTAINERS[format]);
  opened.move();
  return new VideoOutput(muxer, video, audio);
}

async function openSoundTrack(format: keyof typeof CONTAINERS, quality: Quality, muxer: Muxer) {
  if (format === 'mp4') return openAacTrack(MP4_QUALITY[quality].soundBitRate, muxer);
  const encoder = await (format === 'webm'
    ? openOpusEncoder(OPUS_QUALITY[quality].bitRate)
    : openPcm24Encoder());
  return new FilteredSoundTrack(encoder, muxer.add(encoder), format === 'webm' ? TO_OPUS : TO_24_BITS);
}
