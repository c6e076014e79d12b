import { avGetCodecName, type AVCodecID, Codec } from '../ffmpeg.ts';

/** FFmpeg's names of demuxers or decoders, and the reason why Kinora needs them. */
interface AllowedGroup {
  readonly names: readonly string[];
  readonly reason: string;
}

/**
 * The demuxers that may read a file. FFmpeg has more than 300. None of these opens a second file or an
 * address: not those of playlists (`hls`, `dash`, `concat`, `webm_dash_manifest`), of numbered pictures
 * (`image2`), of session descriptions (`sdp`, `rtp`, `rtsp`) or of subtitles beside a film (`vobsub`).
 */
const DEMUXERS: readonly AllowedGroup[] = [
  { names: ['mov', 'matroska'], reason: 'what phones, cameras, browsers and editing programs write' },
  { names: ['mpegts', 'mpeg'], reason: 'recordings of television, camcorders and streams' },
  { names: ['avi', 'asf', 'flv'], reason: 'older films, which libraries still have' },
  { names: ['mxf'], reason: 'films of broadcasters' },
  { names: ['ogg'], reason: 'Opus and Vorbis outside of WebM' },
  { names: ['mp3', 'aac', 'ac3', 'eac3', 'flac', 'wv'], reason: 'sounds without a container' },
  { names: ['wav', 'w64', 'aiff', 'caf'], reason: 'sounds of recorders and editing programs' },
  { names: ['gif', 'webp_anim', 'apng'], reason: 'animated images' },
  {
    names: ['jpeg_pipe', 'png_pipe', 'webp_pipe', 'tiff_pipe', 'bmp_pipe'],
    reason: 'images, one per file: sharp reads most of them, FFmpeg describes them',
  },
];

/** The decoders that may decode a stream. FFmpeg has more than 500, many of them for the games of one year. */
const DECODERS: readonly AllowedGroup[] = [
  { names: ['h264', 'hevc'], reason: 'videos of phones, cameras and services' },
  {
    names: ['libdav1d', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9'],
    reason: 'videos of browsers and services. The decoders of libvpx read alpha',
  },
  {
    names: ['prores', 'dnxhd', 'cfhd', 'qtrle', 'hap', 'jpeg2000', 'v210', 'rawvideo', 'r210', 'v410'],
    reason: 'videos between editing programs',
  },
  { names: ['ffv1', 'huffyuv', 'ffvhuff', 'utvideo', 'magicyuv'], reason: 'lossless videos and archives' },
  {
    names: ['mpeg1video', 'mpeg2video', 'dvvideo', 'mjpeg'],
    reason: 'videos of discs, television, camcorders and webcams. JPEG images are mjpeg, too',
  },
  {
    names: ['mpeg4', 'msmpeg4v2', 'msmpeg4', 'h263', 'h263p', 'flv', 'vp6', 'vp6a', 'vp6f', 'theora'],
    reason: 'older videos of the web and of phones',
  },
  { names: ['wmv1', 'wmv2', 'wmv3', 'vc1', 'msvideo1', 'cinepak', 'svq3'], reason: 'older videos of PCs' },
  { names: ['flashsv', 'flashsv2', 'msrle', 'zmbv', 'camtasia'], reason: 'recordings of screens' },
  { names: ['png', 'apng', 'gif', 'webp', 'webp_anim', 'tiff', 'bmp'], reason: 'images' },
  { names: ['aac', 'aac_latm', 'mp3float', 'mp2', 'mp1', 'opus', 'vorbis'], reason: 'most sounds' },
  { names: ['flac', 'alac', 'wavpack'], reason: 'lossless sounds' },
  { names: ['ac3', 'eac3', 'dca', 'truehd', 'mlp', 's302m'], reason: 'sounds of discs and television' },
  { names: ['wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice'], reason: 'sounds of ASF files' },
  { names: ['amrnb', 'amrwb', 'gsm', 'gsm_ms', 'nellymoser', 'g722', 'g726'], reason: 'recorded speech' },
  {
    names: ['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'adpcm_yamaha'],
    reason: 'small sounds in WAV, MOV, AVI and FLV',
  },
  {
    names: [
      ...['pcm_u8', 'pcm_s8', 'pcm_mulaw', 'pcm_alaw', 'pcm_dvd', 'pcm_bluray', 'pcm_s16le_planar'],
      ...['16', '24', '32', '64'].flatMap((bits) => [`pcm_s${bits}le`, `pcm_s${bits}be`]),
      ...['16', '24', '32'].flatMap((bits) => [`pcm_u${bits}le`, `pcm_u${bits}be`]),
      ...['32', '64'].flatMap((bits) => [`pcm_f${bits}le`, `pcm_f${bits}be`]),
    ],
    reason: 'sounds that are not compressed',
  },
];

const listNames = (groups: readonly AllowedGroup[]): readonly string[] =>
  groups.flatMap(({ names }) => names);

const DEMUXER_NAMES = new Set(listNames(DEMUXERS));
const DECODER_NAMES = new Set(listNames(DECODERS));

/**
 * The options that restrict FFmpeg itself, whatever a file makes it do: no protocol except for local files,
 * no other demuxer inside of a file, and no other decoder. Tracks of a MOV that lie in other files stay
 * closed.
 */
export const RESTRICTIONS: Readonly<Record<string, string>> = {
  protocol_whitelist: 'file',
  format_whitelist: [...DEMUXER_NAMES].join(','),
  codec_whitelist: [...DECODER_NAMES].join(','),
};

/** True if Kinora reads files with a demuxer. */
export function isAllowedDemuxer(name: string): boolean {
  return DEMUXER_NAMES.has(name);
}

/** Returns FFmpeg's decoder for a codec; undefined if there is none or if Kinora does not use it. */
export function findAllowedDecoder(id: AVCodecID): Codec | undefined {
  const codec = Codec.findDecoder(id);
  return codec && DECODER_NAMES.has(codec.name ?? '') ? codec : undefined;
}

/** Returns the name of a codec in messages, such as `Indeo 3 (indeo3)`; undefined if FFmpeg does not know it. */
export function describeCodec(id: AVCodecID): string | undefined {
  const name = avGetCodecName(id);
  if (name === null || name === 'none' || name === 'unknown_codec') return undefined;
  return Codec.findDecoder(id)?.longName ?? name;
}
