import type { SourceFile } from '../media/source-file.ts';
import type { FileContent } from '../produce/file-content.ts';
import type { OutputPlan, RenderResult } from '../produce/produce-job.ts';
import type { Handout } from './handout.ts';
import type { OutputToShare } from './make-together.ts';
import { SegmentExchange } from './segment-exchange.ts';
import type { StreamToMake } from './stream-sharing.ts';

/** The data that a process needs in addition to the contents of files. */
type GivenHandout = Pick<Handout, 'replacements' | 'transcripts'> & {
  /** The file of each source URL. */
  readonly sources: Readonly<Record<string, SourceFile>>;
  /** The PNG of each clip that shows an HTML page, by the field of the clip. */
  readonly pages: Readonly<Record<string, string>>;
};

/** An output whose coded media is kept between renders. */
export class KeptOutput {
  readonly plan: OutputPlan;
  readonly exchange: SegmentExchange;
  /** The streams that were not kept when the render began, each once. */
  readonly missing: readonly StreamToMake[];
  /** Number of frames that are finished before the output is written. */
  finished = 0;

  private constructor(plan: OutputPlan, exchange: SegmentExchange, missing: readonly StreamToMake[]) {
    this.plan = plan;
    this.exchange = exchange;
    this.missing = missing;
  }

  /** Finds the kept streams of an output. */
  static async open(
    plan: OutputPlan,
    ...parts: ConstructorParameters<typeof SegmentExchange>
  ): Promise<KeptOutput> {
    const exchange = new SegmentExchange(...parts);
    return new KeptOutput(plan, exchange, await exchange.find(plan));
  }

  /** Number of frames of the output. */
  get frames(): number {
    return sum(this.plan.lengths);
  }

  /** Number of frames that are missing. */
  get missingFrames(): number {
    return sum(this.missing.map(({ frames }) => frames));
  }

  /** Adds the number of segments that were made to the result of the output. */
  describe(result: RenderResult): RenderResult {
    if (!result.segments) return result;
    const { segments } = this.plan;
    // Those that were made before the output was written are not missing any more then.
    const identities = new Set(this.missing.map(({ identity }) => identity));
    const made = Math.max(
      result.segments.made,
      segments.filter((identity) => identities.has(identity)).length,
    );
    return { ...result, segments: { made, reused: segments.length - made } };
  }

  /**
   * Describes the data that another process needs to make streams of the output. @param position its place in
   * the edit.
   */
  share(position: number, { sources, pages, ...given }: GivenHandout): OutputToShare {
    const { contents, media } = this.plan;
    const files = new Map<string, string>();
    const describe = (named: Readonly<Record<string, SourceFile>>): [string, FileContent][] =>
      Object.entries(named).map(([name, file]) => {
        const content = typeof file === 'string' ? contents[file] : undefined;
        if (typeof file !== 'string' || !content) throw new Error('A file of a render was not planned.');
        files.set(content.identity, file);
        return [name, content];
      });
    const handout = {
      ...given,
      sources: Object.fromEntries(
        describe(sources).map(([url, content]) => [url, { ...content, media: media[url] }]),
      ),
      pages: Object.fromEntries(describe(pages)),
    };
    return { position, streams: this.missing, handout, files };
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
