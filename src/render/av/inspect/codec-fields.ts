import { avGetCodecName, type AVCodecID, Codec, type CodecParameters } from '../ffmpeg.ts';

/** Long names of codecs that have no decoder, or whose decoder has a different long name. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  ass: 'ASS (Advanced SSA) subtitle',
  av1: 'Alliance for Open Media AV1',
  bin_data: 'binary data',
  dirac: 'Dirac',
  dvb_teletext: 'DVB teletext',
  eia_608: 'EIA-608 closed captions',
  gif: 'CompuServe GIF (Graphics Interchange Format)',
  h263p: 'H.263+ / H.263-1998 / H.263 version 2',
  hevc: 'H.265 / HEVC (High Efficiency Video Coding)',
  huffyuv: 'HuffYUV',
  jpegxl: 'JPEG XL',
  klv: 'SMPTE 336M Key-Length-Value (KLV) metadata',
  mjpeg: 'Motion JPEG',
  mov_text: 'MOV text',
  opus: 'Opus (Opus Interactive Audio Codec)',
  otf: 'OpenType font',
  qdmc: 'QDesign Music',
  scte_35: 'SCTE 35 Message Queue',
  text: 'raw UTF-8 text',
  timed_id3: 'timed ID3 metadata',
  ttf: 'TrueType font',
  vvc: 'H.266 / VVC (Versatile Video Coding)',
  webp: 'WebP',
};
const UNKNOWN_PROFILE = -99;

/** Returns the names of a codec as ffprobe prints them; no fields for an unknown codec. */
export function codecNameFields(id: AVCodecID): object {
  const name = avGetCodecName(id) ?? 'none';
  if (name === 'none' || name === 'unknown_codec') return {};
  return {
    codec_name: name,
    codec_long_name: LONG_NAMES[name] ?? Codec.findDecoder(id)?.longName ?? 'unknown',
  };
}

/**
 * Returns the name of a profile, such as `High`, or its number if it has no name; no field for an unknown
 * profile.
 */
export function profileField({ codecId, profile }: CodecParameters): object {
  if (profile === UNKNOWN_PROFILE) return {};
  const named = Codec.getCodecList()
    .filter(({ id }) => id === codecId)
    .flatMap(({ profiles }) => profiles ?? [])
    .find((known) => known.profile === profile);
  return { profile: named?.name ?? String(profile) };
}
