import {
  AV_NOPTS_VALUE,
  AV_OPT_FLAG_EXPORT,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AVFMT_SHOW_IDS,
  avGetMediaTypeString,
  Codec,
  CodecContext,
  type FormatContext,
  type Stream,
} from '../ffmpeg.ts';
import { codecNameFields, profileField } from './codec-fields.ts';
import { dispositionOf } from './disposition.ts';
import { streamTime } from '../input/input.ts';
import { formatRational, formatFfprobeSeconds, tagsOf } from './ffprobe-format.ts';
import { sideDataOf } from './side-data.ts';
import { mediaTypeFields } from './media-type-fields.ts';

/**
 * Describes one stream as ffprobe does with `-show_streams -of json`: the same names in the same order, with
 * the same types of values. Unknown values are absent.
 */
export function inspectStream(stream: Stream, format: FormatContext): object {
  const { codecpar } = stream;
  const codec = Codec.findDecoder(codecpar.codecId);
  using decoder = codec ? openDecoder(codec, stream) : undefined;
  return {
    index: stream.index,
    ...codecNameFields(codecpar.codecId),
    ...profileField(codecpar),
    codec_type: avGetMediaTypeString(codecpar.codecType) ?? 'unknown',
    codec_tag_string: codecpar.codecTagString,
    codec_tag: `0x${codecpar.codecTag.toString(16).padStart(4, '0')}`,
    ...mediaTypeFields(stream, decoder),
    ...(codec && decoder && decoderFields(codec, decoder)),
    ...(((format.iformat?.flags ?? 0) & AVFMT_SHOW_IDS) !== 0 && { id: `0x${stream.id.toString(16)}` }),
    r_frame_rate: formatRational(stream.rFrameRate),
    avg_frame_rate: formatRational(stream.avgFrameRate),
    time_base: formatRational(stream.timeBase),
    ...timeFields(stream),
    ...(codecpar.bitRate > 0n && { bit_rate: String(codecpar.bitRate) }),
    ...(decoder &&
      decoder.bitsPerRawSample > 0 && {
        bits_per_raw_sample: String(decoder.bitsPerRawSample),
      }),
    ...(stream.nbFrames > 0n && { nb_frames: String(stream.nbFrames) }),
    ...(codecpar.extradataSize > 0 && { extradata_size: codecpar.extradataSize }),
    disposition: dispositionOf(stream),
    ...tagsOf(stream),
    ...sideDataOf(codecpar),
  };
}

/** Opens the decoder of a stream to query its properties; undefined if the decoder cannot be opened. */
function openDecoder(codec: Codec, { codecpar, timeBase }: Stream): CodecContext | undefined {
  const context = new CodecContext();
  context.allocContext3(codec);
  context.pktTimebase = timeBase;
  if (context.parametersToContext(codecpar) >= 0 && context.open2Sync(codec) >= 0) return context;
  context.freeContext();
  return undefined;
}

/** Returns the values that a decoder exports about its stream, such as `is_avc`. */
function decoderFields(codec: Codec, decoder: CodecContext): object {
  const exported = codec.getOptions().filter(({ flags }) => (flags & AV_OPT_FLAG_EXPORT) !== 0);
  return Object.fromEntries(
    exported.map(({ name }) => [name, decoder.getOption(name, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN)]),
  );
}

function timeFields(stream: Stream): object {
  const { startTime, duration } = stream;
  return {
    ...(startTime !== AV_NOPTS_VALUE && {
      start_pts: Number(startTime),
      start_time: formatFfprobeSeconds(streamTime(stream, startTime)),
    }),
    ...(duration !== AV_NOPTS_VALUE && {
      duration_ts: Number(duration),
      duration: formatFfprobeSeconds(streamTime(stream, duration)),
    }),
  };
}
