import { avGetCodecName, type AVCodecID, Codec, type CodecParameters } from 'node-av';

/** Long names of codecs where they differ from that of the decoder, or where there is no decoder. */
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

/** The names of a codec as ffprobe tells them; nothing for what FFmpeg knows no codec for. */
export function codecNameFields(id: AVCodecID): object {
  const name = avGetCodecName(id) ?? 'none';
  if (name === 'none' || name === 'unknown_codec') return {};
  return {
    codec_name: name,
    codec_long_name: LONG_NAMES[name] ?? Codec.findDecoder(id)?.longName ?? 'unknown',
  };
}

/** The name of a profile, such as `High`, or its number where it has none. */
export function profileField({ codecId, profile }: CodecParameters): object {
  if (profile === UNKNOWN_PROFILE) return {};
  const named = Codec.getCodecList()
    .filter(({ id }) => id === codecId)
    .flatMap(({ profiles }) => profiles ?? [])
    .find((known) => known.profile === profile);
  return { profile: named?.name ?? String(profile) };
}
