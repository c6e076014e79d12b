import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Filter,
  type FilterContext,
  FilterGraph,
  FilterInOut,
  Frame,
} from './ffmpeg.ts';
import { check, requireValue } from './check.ts';
import { mediaThreadCount } from './threads.ts';

/** A chain of FFmpeg filters with one input and one output. Close it with `using`. */
export class FilterChain implements Disposable {
  private readonly graph = new FilterGraph();
  private readonly source: FilterContext;
  private readonly sink: FilterContext;

  /**
   * @param kind `video` or `audio`.
   * @param parameters the arguments of the `buffer` or `abuffer` filter, which describe the input.
   * @param filters the chain in FFmpeg's filter syntax.
   * @throws {MediaError} if FFmpeg rejects the filters.
   */
  constructor(kind: 'video' | 'audio', parameters: string, filters: string) {
    const prefix = kind === 'audio' ? 'a' : '';
    this.graph.alloc();
    this.graph.nbThreads = mediaThreadCount();
    this.source = this.createFilter(`${prefix}buffer`, 'in', parameters);
    this.sink = this.createFilter(`${prefix}buffersink`, 'out', null);
    // FFmpeg takes ownership of both endpoints and frees them.
    check(
      this.graph.parsePtr(filters, createEndpoint('out', this.sink), createEndpoint('in', this.source)),
      'parse the filters',
    );
    check(this.graph.configSync(), 'set up the filters');
  }

  /**
   * Adds a frame. The filters run only in {@link FilterChain.pull}.
   *
   * @param frame the frame, to which the chain keeps its own reference; `null` ends the input.
   */
  push(frame: Frame | null): void {
    check(this.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'filter the frame');
  }

  /**
   * Returns the next finished frame, which the caller frees.
   *
   * @returns undefined if the chain needs more input first, or has ended.
   */
  async pull(): Promise<Frame | undefined> {
    const frame = new Frame();
    frame.alloc();
    return finishPull(frame, await this.sink.buffersinkGetFrame(frame));
  }

  /** Yields all finished frames, which the caller frees. */
  async *pullAll(): AsyncGenerator<Frame> {
    for (let frame = await this.pull(); frame; frame = await this.pull()) yield frame;
  }

  /**
   * Returns the next finished frame without waking another thread. For sound, whose frames are small.
   *
   * @returns the same as {@link FilterChain.pull}.
   */
  pullSync(): Frame | undefined {
    const frame = new Frame();
    frame.alloc();
    return finishPull(frame, this.sink.buffersinkGetFrameSync(frame));
  }

  [Symbol.dispose](): void {
    this.graph.free();
  }

  private createFilter(filter: string, name: string, parameters: string | null): FilterContext {
    const found = requireValue(Filter.getByName(filter), `find the filter ${filter}`);
    return requireValue(this.graph.createFilter(found, name, parameters), `set up the filter ${filter}`);
  }
}

/** The properties of a frame that a chain of video filters needs. */
type VideoFormat = Pick<Frame, 'width' | 'height' | 'format' | 'colorSpace' | 'colorRange'>;

/**
 * Returns the `parameters` of a {@link FilterChain} for frames in the format of a given frame.
 *
 * @param timeBase length of one tick of the timestamps, in seconds.
 */
export function videoInput(frame: VideoFormat, timeBase = '1/25'): string {
  const { width, height, format, colorSpace, colorRange } = frame;
  return `video_size=${width}x${height}:pix_fmt=${format}:time_base=${timeBase}:colorspace=${colorSpace}:range=${colorRange}`;
}

/** Returns the `parameters` of a {@link FilterChain} for composed frames of one size. */
export function composedInput({ width, height }: Pick<Frame, 'width' | 'height'>, timeBase?: string): string {
  const format = AV_PIX_FMT_YUV420P;
  return videoInput(
    { width, height, format, colorSpace: AVCOL_SPC_BT709, colorRange: AVCOL_RANGE_MPEG },
    timeBase,
  );
}

/** Returns a pulled frame. Frees it if there is none, and throws if filtering failed. */
function finishPull(frame: Frame, code: number): Frame | undefined {
  if (code >= 0) return frame;
  frame.free();
  if (code !== AVERROR_EAGAIN && code !== AVERROR_EOF) check(code, 'filter the frame');
  return undefined;
}

function createEndpoint(name: string, context: FilterContext): FilterInOut {
  const end = new FilterInOut();
  end.alloc();
  end.name = name;
  end.filterCtx = context;
  end.padIdx = 0;
  return end;
}
