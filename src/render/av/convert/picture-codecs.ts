import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AVCOL_PRI_BT470BG,
  AVCOL_SPC_SMPTE170M,
  avGetPixFmtFromName,
  Codec,
  FF_ENCODER_LIBTHEORA,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MPEG4,
  FF_ENCODER_PRORES_KS,
  FF_ENCODER_WMV2,
  type FFVideoEncoder,
} from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { type Encoder, openEncoder } from '../encode/encoder.ts';
import { createVideoContext, type H264Shape } from '../encode/h264.ts';
import { mediaThreadCount } from '../threads.ts';

/** The codecs of the pictures of renditions. */
export type PictureCodec = 'h264' | 'vp9' | 'vp9 with alpha' | 'prores' | 'mpeg4' | 'theora' | 'wmv2';

/** Options of an FFmpeg encoder. */
type EncoderOptions = Readonly<Record<string, string | number>>;

interface PictureCodecTraits {
  readonly encoder: FFVideoEncoder;
  readonly pixelFormat: 'yuv420p' | 'yuva420p' | 'yuva444p10le';
  /** 2 if both sides must be even. */
  readonly step: 1 | 2;
  /** The colour matrix that players assume, if the file cannot say. */
  readonly matrix: 'tagged 709' | '170m' | 'by height';
  /** Maximum frames per second. */
  readonly maxRate: number;
  /** The four characters that name the codec in the file. */
  readonly tag?: string;
  /** @param level the quality on the scale of the codec. See `PICTURE_LEVELS`. */
  readonly options: (level: number, shape: EncodedPicture) => EncoderOptions;
}

/** The pictures that an encoder gets. A timestamp counts frames. */
export type EncodedPicture = Pick<H264Shape, 'width' | 'height' | 'rate' | 'keyframeEvery'>;

/** FFmpeg's factor from a quantizer to `global_quality`. */
const LAMBDA = 118;
/** FFmpeg's threshold that no change of the picture reaches, so that no extra keyframes are made. */
const NO_SCENE_CUT = 1_000_000_000;
/** An untagged picture with more lines counts as BT.709 (contract C28). */
const MAX_SD_LINES = 576;

/** The traits of each codec. */
export const PICTURE_CODECS: Readonly<Record<PictureCodec, PictureCodecTraits>> = {
  h264: {
    encoder: FF_ENCODER_LIBX264,
    pixelFormat: 'yuv420p',
    step: 2,
    matrix: 'tagged 709',
    maxRate: 240,
    options: (level) => ({
      preset: 'veryfast',
      profile: 'high',
      crf: level,
      // Closed groups of equal length. Captions of the source are not copied.
      'x264-params': 'scenecut=0:open-gop=0:cpu-independent=1',
      a53cc: 0,
    }),
  },
  vp9: {
    encoder: FF_ENCODER_LIBVPX_VP9,
    pixelFormat: 'yuv420p',
    step: 1,
    matrix: 'tagged 709',
    maxRate: 240,
    options: vp9Options,
  },
  'vp9 with alpha': {
    encoder: FF_ENCODER_LIBVPX_VP9,
    pixelFormat: 'yuva420p',
    step: 1,
    matrix: 'tagged 709',
    maxRate: 240,
    // With alternate reference frames, the alpha and the colours would not be in step.
    options: (level, shape) => ({ ...vp9Options(level, shape), 'auto-alt-ref': 0 }),
  },
  prores: {
    encoder: FF_ENCODER_PRORES_KS,
    pixelFormat: 'yuva444p10le',
    step: 1,
    matrix: 'tagged 709',
    maxRate: 240,
    options: (level) => ({ profile: '4444', vendor: 'apl0', alpha_bits: 16, ...quantizer(level) }),
  },
  mpeg4: {
    encoder: FF_ENCODER_MPEG4,
    pixelFormat: 'yuv420p',
    step: 2,
    matrix: 'by height',
    maxRate: 60,
    tag: 'XVID',
    options: fixedQuantizer,
  },
  theora: {
    encoder: FF_ENCODER_LIBTHEORA,
    pixelFormat: 'yuv420p',
    step: 2,
    matrix: '170m',
    maxRate: 240,
    options: quantizer,
  },
  wmv2: {
    encoder: FF_ENCODER_WMV2,
    pixelFormat: 'yuv420p',
    step: 2,
    matrix: 'by height',
    maxRate: 60,
    options: fixedQuantizer,
  },
};

/** Returns the options for a constant quality on the scale of an encoder. */
function quantizer(level: number): EncoderOptions {
  return { flags: '+qscale', global_quality: Math.round(level * LAMBDA) };
}

/**
 * Returns the options for a constant quantizer of MPEG-4 and WMV. These encoders ignore `global_quality`,
 * because they expect the quality of each frame.
 */
function fixedQuantizer(level: number): EncoderOptions {
  const quantizer = Math.round(level);
  return { qmin: quantizer, qmax: quantizer, sc_threshold: NO_SCENE_CUT };
}

function vp9Options(level: number, { width, keyframeEvery }: EncodedPicture): EncoderOptions {
  return {
    crf: Math.round(level),
    b: 0,
    deadline: 'good',
    'cpu-used': 5,
    'row-mt': 1,
    // A tile is at least 256 pixels wide.
    'tile-columns': Math.min(4, Math.max(0, Math.floor(Math.log2(width / 256)))),
    keyint_min: keyframeEvery,
  };
}

/** Returns the colour matrix to store, by its name in zscale. */
export function storedMatrix(codec: PictureCodec, height: number): '709' | '170m' {
  const { matrix } = PICTURE_CODECS[codec];
  if (matrix === 'by height') return height <= MAX_SD_LINES ? '170m' : '709';
  return matrix === '170m' ? '170m' : '709';
}

/**
 * Opens an encoder for the pictures of a rendition.
 *
 * @param level the quality on the scale of the codec. See `PICTURE_LEVELS`.
 * @param hasGlobalHeader true if the container stores the parameters of the codec once for the whole file.
 * @throws {MediaError} if the encoder rejects the size.
 */
export async function openPictureEncoder(
  name: PictureCodec,
  shape: EncodedPicture,
  level: number,
  hasGlobalHeader: boolean,
): Promise<Encoder> {
  const { encoder, pixelFormat, tag, options } = PICTURE_CODECS[name];
  const codec = requireValue(Codec.findEncoderByName(encoder), `find the encoder ${encoder}`);
  const context = createVideoContext(codec, shape);
  context.pixelFormat = avGetPixFmtFromName(pixelFormat);
  context.threadCount = threadsFor(name);
  if (storedMatrix(name, shape.height) === '170m') {
    context.colorSpace = AVCOL_SPC_SMPTE170M;
    // Theora names its matrix by the primaries.
    context.colorPrimaries = AVCOL_PRI_BT470BG;
  }
  if (tag !== undefined) context.codecTag = tag;
  if (!hasGlobalHeader) context.clearFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  return openEncoder(context, codec, options(level, shape), `open the encoder ${encoder}`);
}

/** x264 decides about later frames while it encodes, so it needs more threads than cores. */
function threadsFor(codec: PictureCodec): number {
  return codec === 'h264' ? Math.ceil(1.5 * mediaThreadCount()) : mediaThreadCount();
}
