import {
  codecOf,
  type CompleteOutput,
  completeOutput,
  type Edit,
  hasPictures,
  listOutputs,
  listSources,
  needsPictures,
  type Source,
  storesStills,
  usesAllCores,
} from '../../../edit/model.ts';
import { useAllCores } from '../../av/threads.ts';
import type { PieceWriter } from '../../encode/pieces/piece-writer.ts';
import { createFontLibrary, type FontLibrary } from '../../fonts/font-library.ts';
import { restoreKnown } from '../../media/known-media.ts';
import type { Media } from '../../media/media.ts';
import { SourceProber } from '../../probe/probe-sources.ts';
import type { ResolvedTimeline } from '../../resolve/timeline.ts';
import type { SpeechTrack } from '../../transcribe/extract-speech.ts';
import type { OpenedFont } from '../open-fonts.ts';
import { OutputFrames } from '../output-frames.ts';
import type { OutputPlan, ProduceJob } from '../produce-job.ts';
import type { RenderProgress } from '../progress.ts';

/** An edit whose output has a value for each of its settings. */
export interface CompleteEdit extends Edit {
  readonly output: CompleteOutput;
}

/** The output that is being made. */
interface CurrentOutput {
  /** Its place among the outputs of the edit. */
  readonly index: number;
  /** The edit for this output, with all its settings. */
  readonly edit: CompleteEdit;
  readonly timeline: ResolvedTimeline;
  /** Opened when they are first needed. */
  frames?: OutputFrames;
  /** The writers of the pieces of the only source, by the track and its form. Opened when they are first needed. */
  readonly pieces: Map<string, PieceWriter>;
}

/**
 * The state of a render in the child process. Each step adds to it. The next frame of the same edit reuses the
 * probed sources and the open files. Close it with `using`.
 */
export class ChildState implements Disposable {
  readonly job: ProduceJob;
  /** Called with the progress. */
  readonly report: (progress: RenderProgress) => void;
  /** The edit, once for each of its outputs. */
  readonly edits: readonly [CompleteEdit, ...CompleteEdit[]];
  /** The sources of the edit, without its fonts. */
  readonly sources: readonly Source[];
  readonly prober: SourceProber;
  /** Added by the step `fonts`. */
  fonts?: readonly OpenedFont[];
  /** Added by the step `speech`. */
  speech?: readonly SpeechTrack[];
  /** Added by the step `probe`. */
  media?: ReadonlyMap<string, Media>;
  /** Added by the step `prepare`. */
  prepared?: ReadonlyMap<string, Media>;
  /** Added by the step `resolve`. */
  resolved?: CurrentOutput | undefined;
  /** The plan of each output whose segments are kept. Added by the step `plan`. */
  readonly plans = new Map<number, OutputPlan>();

  constructor(job: ProduceJob, report: (progress: RenderProgress) => void) {
    this.job = job;
    this.report = report;
    const [first, ...others] = listOutputs(job.edit);
    this.edits = [complete(first), ...others.map(complete)];
    this.sources = listSources(job.edit).filter(({ kind }) => kind !== 'font');
    this.prober = new SourceProber(this.sources, job.files, restoreMedia(job));
    if (usesAllCores(job.edit)) useAllCores();
  }

  /** True if the job composes pictures for any of its outputs. */
  get isComposed(): boolean {
    const { kind } = this.job;
    if (kind !== 'output') return kind !== 'sound';
    return this.edits.some(({ output }) => needsPictures(output));
  }

  /** The output that is being made. */
  get output(): CurrentOutput {
    if (!this.resolved) throw new Error('The step `resolve` has no timeline.');
    return this.resolved;
  }

  /** The software encoder of the output. */
  get encoder(): 'few threads' | 'many threads' {
    // Segments have few threads each. With `s2`, several of them are made at the same time.
    const isSegmented = codecOf(this.output.edit.output) === 'h264';
    return isSegmented || !usesAllCores(this.job.edit) ? 'few threads' : 'many threads';
  }

  /** The fonts that texts may use. */
  get fontLibrary(): FontLibrary {
    return createFontLibrary((this.fonts ?? []).map(({ font }) => font));
  }

  /** Opens the frames of the output. They stay open for its next frame. */
  openFrames(): OutputFrames {
    const { output, fontLibrary } = this;
    return (output.frames ??= new OutputFrames(output.timeline, this.job.watermark, fontLibrary, {
      fullColour: this.isInFullColour(output.edit),
    }));
  }

  /** Forgets the timeline and the frames of the output. The media stay open for all outputs. */
  [Symbol.dispose](): void {
    this.resolved?.frames?.[Symbol.dispose]();
    for (const writer of this.resolved?.pieces.values() ?? []) writer[Symbol.dispose]();
    this.resolved = undefined;
  }

  /** True if the pictures have the colour of every pixel: stills, and videos whose codec stores it. */
  private isInFullColour({ output }: Edit): boolean {
    const { kind, asVideo = false } = this.job;
    if (codecOf(output) === 'prores4444') return true;
    return !asVideo && (kind === 'frames' || storesStills(output) || !hasPictures(output));
  }
}

function complete(edit: Edit): CompleteEdit {
  return { ...edit, output: completeOutput(edit.output) };
}

/** Returns the known facts about the sources, by their URLs. */
function restoreMedia({ media = {}, files }: ProduceJob): Map<string, Media> {
  return new Map(Object.entries(media).map(([url, known]) => [url, restoreKnown(known, files[url] ?? '')]));
}
