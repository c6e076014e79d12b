import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Filter,
  type FilterContext,
  FilterGraph,
  FilterInOut,
  Frame,
} from 'node-av';
import { check, present } from './check.ts';
import { workingThreads } from './threads.ts';

/** One input, a chain of FFmpeg filters, one output. Close it with `using`. */
export class FilterChain implements Disposable {
  private readonly graph = new FilterGraph();
  private readonly source: FilterContext;
  private readonly sink: FilterContext;

  /**
   * @param kind `video` or `audio`.
   * @param parameters the arguments of the `buffer` or `abuffer` filter: what comes in.
   * @param filters the chain in FFmpeg's filter syntax.
   */
  constructor(kind: 'video' | 'audio', parameters: string, filters: string) {
    const prefix = kind === 'audio' ? 'a' : '';
    this.graph.alloc();
    this.graph.nbThreads = workingThreads();
    this.source = this.endpoint(`${prefix}buffer`, 'in', parameters);
    this.sink = this.endpoint(`${prefix}buffersink`, 'out', null);
    // FFmpeg takes the two ends and frees them.
    check(
      this.graph.parsePtr(filters, joint('out', this.sink), joint('in', this.source)),
      'read the filters',
    );
    check(this.graph.configSync(), 'set up the filters');
  }

  /** Puts a frame in (the chain takes its own reference), or `null` for the end. The filters work only when one is asked for. */
  push(frame: Frame | null): void {
    check(this.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'filter a frame');
  }

  /** The next frame that is ready; the caller frees it. Undefined when more has to be put in first. */
  async pull(): Promise<Frame | undefined> {
    const frame = new Frame();
    frame.alloc();
    const code = await this.sink.buffersinkGetFrame(frame);
    if (code >= 0) return frame;
    frame.free();
    if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return undefined;
    check(code, 'filter a frame');
    return undefined;
  }

  [Symbol.dispose](): void {
    this.graph.free();
  }

  private endpoint(filter: string, name: string, parameters: string | null): FilterContext {
    const found = present(Filter.getByName(filter), `find the filter ${filter}`);
    return present(this.graph.createFilter(found, name, parameters), `set up the filter ${filter}`);
  }
}

function joint(name: string, context: FilterContext): FilterInOut {
  const end = new FilterInOut();
  end.alloc();
  end.name = name;
  end.filterCtx = context;
  end.padIdx = 0;
  return end;
}
