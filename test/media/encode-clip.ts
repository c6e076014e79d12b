import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  type AVPixelFormat,
  AV_PIX_FMT_RGBA,
  Codec,
  CodecContext,
  Dictionary,
  Frame,
  Rational,
} from 'node-av';
import { Encoder } from '../../src/render/av/encode/encoder.ts';
import { FilterChain } from '../../src/render/av/filter-chain.ts';
import { Muxer } from '../../src/render/av/encode/muxer.ts';

/** A clip to encode. */
export interface EncodedClip {
  readonly width: number;
  readonly height: number;
  /** FFmpeg names of the encoder and the container. */
  readonly codec: string;
  readonly container: string;
  /** FFmpeg filters that convert RGBA to the input of the encoder. The last one sets the pixel format. */
  readonly filters: string;
  /** Number of frames, at 25 fps. */
  readonly count: number;
  /** Returns the colour of a pixel of frame `index`, as straight RGBA. */
  readonly paint: (x: number, y: number, index: number) => readonly [number, number, number, number];
  readonly options?: Readonly<Record<string, string>>;
  /** Bit rate in bits per second, for encoders without a quality option. */
  readonly bitRate?: bigint;
}

/** Encodes a clip with any encoder and container of FFmpeg. */
export async function encodeClip(path: string, clip: EncodedClip): Promise<void> {
  const { width, height, container, count, paint } = clip;
  const parameters = `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_RGBA}:time_base=1/25:colorspace=0:range=2`;
  using chain = new FilterChain('video', parameters, clip.filters);
  using muxer = new Muxer(path, container);
  let encoder: Encoder | undefined;
  let sink: ReturnType<Muxer['add']> | undefined;
  const encode = async (): Promise<void> => {
    for (let ready = await chain.pull(); ready; ready = await chain.pull()) {
      using frame = ready;
      if (!encoder || !sink) {
        encoder = await openEncoder(clip, frame);
        sink = muxer.add(encoder);
        await muxer.begin({});
      }
      await encoder.encode(frame, sink);
    }
  };
  try {
    for (let index = 0; index < count; index++) {
      using picture = paintFrame(width, height, (x, y) => paint(x, y, index));
      picture.pts = BigInt(index);
      picture.duration = 1n;
      chain.push(picture);
      await encode();
    }
    chain.push(null);
    await encode();
    if (encoder && sink) await encoder.finish(sink);
    await muxer.finish();
  } finally {
    encoder?.[Symbol.dispose]();
  }
}

function paintFrame(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly [number, number, number, number],
): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = AV_PIX_FMT_RGBA;
  frame.getBuffer();
  const plane = frame.data?.[0];
  const stride = frame.linesize[0] ?? 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) plane?.set(paint(x, y), y * stride + 4 * x);
  }
  return frame;
}

async function openEncoder({ codec, options = {}, bitRate }: EncodedClip, frame: Frame): Promise<Encoder> {
  const found = Codec.findEncoderByName(codec as Parameters<typeof Codec.findEncoderByName>[0]);
  const context = new CodecContext();
  context.allocContext3(found);
  context.width = frame.width;
  context.height = frame.height;
  // The format of a video frame is a pixel format. The type does not say so.
  context.pixelFormat = frame.format as AVPixelFormat;
  context.timeBase = new Rational(1, 25);
  context.framerate = new Rational(25, 1);
  context.sampleAspectRatio = frame.sampleAspectRatio;
  context.colorRange = frame.colorRange;
  context.colorSpace = frame.colorSpace;
  context.colorPrimaries = frame.colorPrimaries;
  context.colorTrc = frame.colorTrc;
  context.setFlags(AV_CODEC_FLAG_FRAME_DURATION, AV_CODEC_FLAG_GLOBAL_HEADER);
  if (bitRate !== undefined) context.bitRate = bitRate;
  using dictionary = Dictionary.fromObject(options);
  await context.open2(found, dictionary);
  return new Encoder(context);
}
