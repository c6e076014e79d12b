import { join, relative } from 'node:path';
import type { Transaction } from 'kysely';
import type { KinoraError } from '../base/errors.ts';
import { withLogFields } from '../base/observe/log-fields.ts';
import { measure } from '../base/observe/measurement.ts';
import { describeSpan } from '../base/observe/spans.ts';
import { listEditFiles, listFiles, listOutputs, type PackedEdit } from '../edit/index.ts';
import { planDelivery } from '../hosting/delivery-plan.ts';
import { enqueueRenderCallbacks } from '../callbacks/enqueue-callbacks.ts';
import type { AttemptReport } from '../jobs/attempt-job.ts';
import type { RenderHandlers, RenderJob } from '../jobs/render-queue.ts';
import { failUnfinishedAssets } from '../store/assets.ts';
import { beginAttempt, type StartedRender, setFailed, setQueued } from '../store/attempts.ts';
import { findMadeEditFiles } from '../render/made-files.ts';
import type { StageTimes } from '../store/queue/attempts.ts';
import type { Schema } from '../store/schema.ts';
import { abandonRenderJob, forgetRender } from './finish/end-render.ts';
import { findFinished, type FinishedFiles, flushFinished, keepIfRoom } from './finish/finished-files.ts';
import { describeFinished, type FinishedOutputs } from './finish/finished-outputs.ts';
import { describeForOperator, toAttemptError } from './finish/infrastructure-fault.ts';
import { decideNext } from './finish/next-step.ts';
import { createSharing } from './help/share-streams.ts';
import { makeFolders, nameLocalFiles } from './local-files.ts';
import { openRenderFolder } from './render-folder.ts';
import type { WorkerContext } from './worker-context.ts';
import { ATTEMPT_LOST, ProgressWriter } from './progress-writer.ts';
import { Publication } from './publication.ts';
import { readEdit } from './read-edit.ts';
import { LiveStream } from './stream/live-stream.ts';

/** Creates the handlers for the workers of the queue of renders. */
export function createRenderHandlers(context: WorkerContext): RenderHandlers {
  return {
    attempt: (job) => handleRenderJob(context, job),
    abandon: ({ id }, transaction, why) => abandonRenderJob(context, id, transaction, why),
    afterAbandon: ({ id }) => forgetRender(context, id),
  };
}

/**
 * Makes one attempt at a render: renders its edit and stores the files. If an earlier attempt on this machine has
 * finished the files, only stores them.
 *
 * @throws The reason of the job's signal if the render has not begun.
 */
export async function handleRenderJob(context: WorkerContext, job: RenderJob): Promise<AttemptReport> {
  const { database, log } = context;
  const { signal } = job;
  const render = await database.retryUntilAvailable(() => beginAttempt(database.tables, job.id), { signal });
  // It may have been cancelled while it waited, after an attempt that had stored some of its files.
  if (render === undefined) return { cleanUp: () => forgetRender(context, job.id, { signal }) };
  const { attempt, created } = render;
  const fields = { render: render.id, attempt };
  // Lines of the renderer and its child processes have the id, too, although they do not know it.
  return await withLogFields(fields, async () => {
    const waited = toSeconds(Date.now() - created.getTime());
    log.info({ ...fields, step: 'started', waited, cost: job.cost.seconds }, 'Starting the render.');
    return await new RenderAttempt(context, job, render).run();
  });
}

function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}

/** The facts that are kept with the finished files of a render. */
interface RenderFacts {
  readonly summary: FinishedOutputs;
  /** Milliseconds of the attempt that made the files. */
  readonly took: number;
}

/** The same render always makes the same files. */
const RECIPE = 'render';

/** One attempt at a render. */
class RenderAttempt {
  private readonly context: WorkerContext;
  private readonly job: RenderJob;
  private readonly render: StartedRender;
  private readonly publication: Publication;
  private readonly startedAt = performance.now();
  private stages: StageTimes = {};

  constructor(context: WorkerContext, job: RenderJob, render: StartedRender) {
    this.context = context;
    this.job = job;
    this.render = render;
    this.publication = new Publication(context, render);
  }

  async run(): Promise<AttemptReport> {
    try {
      const facts = await this.work();
      return this.reportSuccess(facts);
    } catch (error) {
      return this.reportFailure(
        error === ATTEMPT_LOST
          ? ATTEMPT_LOST
          : toAttemptError(error, { signal: this.job.signal, folder: this.context.folder }),
      );
    }
  }

  /**
   * Finishes and stores the files. Writes the progress meanwhile, and aborts the work if the attempt loses its
   * render. No progress is written afterwards.
   */
  private async work(): Promise<RenderFacts> {
    const { database, log, dialect } = this.context;
    const { edit: text } = this.render;
    await using progress = new ProgressWriter(database.tables, this.render, log);
    const signal = AbortSignal.any([this.job.signal, progress.lost]);
    try {
      await using folder = await openRenderFolder(this.context.folder, this.render);
      const packed = await readEdit({ text, dialect: this.render.dialect ?? dialect }, signal);
      const finished = (await this.adopt()) ?? (await this.make(packed, folder.path, progress, signal));
      progress.beginSaving();
      const plans = listOutputs(packed.outline).map(({ output }) => planDelivery(output.destinations));
      const onAway = (): Promise<void> => this.flush();
      const named = nameLocalFiles(packed.outline, finished.folder, this.render.id);
      await this.publication.store(await findMadeEditFiles(named), plans, { signal, onAway });
      progress.endSaving();
      return finished.about;
    } catch (error) {
      throw progress.lost.aborted ? ATTEMPT_LOST : error;
    } finally {
      this.stages = progress.stages;
    }
  }

  /** Takes the finished files of an earlier attempt, if there are any. */
  private async adopt(): Promise<FinishedFiles<RenderFacts> | undefined> {
    const { id, attempt } = this.render;
    const finished = await findFinished<RenderFacts>(this.context.folder, { id, recipe: RECIPE });
    if (finished !== undefined)
      this.context.log.info(
        { render: id, attempt },
        'Storing the files that an earlier attempt has finished.',
      );
    return finished;
  }

  /** Renders the files and keeps them until they are stored. */
  private async make(
    packed: PackedEdit,
    folder: string,
    progress: ProgressWriter,
    signal: AbortSignal,
  ): Promise<FinishedFiles<RenderFacts>> {
    const { id, attempt, owner, stage, created } = this.render;
    using room = new DisposableStack();
    room.use(await this.context.room.reserve(this.job.cost.diskBytes));
    const files = nameLocalFiles(packed.outline, folder, id);
    await makeFolders(files);
    await using stream = await this.openStream(packed, folder, signal);
    const rendered = await this.context.render(packed, files, {
      owner,
      folder,
      signal,
      watermark: stage === 'stage',
      requestedAt: created,
      onProgress: (report) => progress.report(report),
      share: createSharing(this.context, this.job, signal),
      ...(stream && { stream }),
      isRepeated: attempt > 1,
    });
    await stream?.finish();
    // An attempt that has lost its render must not replace the files of the next one.
    signal.throwIfAborted();
    const summary = describeFinished(packed.outline, rendered);
    const facts = { summary, took: performance.now() - this.startedAt };
    const paths = listEditFiles(await findMadeEditFiles(files)).flatMap(listFiles);
    const made = Object.fromEntries(paths.map((path) => [relative(folder, path), path]));
    return await keepIfRoom(this.context.folder, { id, attempt, recipe: RECIPE }, made, facts);
  }

  /** Opens the stream of the first HLS, which players watch while it is made. Undefined if there is none. */
  private async openStream(
    { outline }: PackedEdit,
    folder: string,
    signal: AbortSignal,
  ): Promise<LiveStream | undefined> {
    const outputs = listOutputs(outline);
    const position = outputs.findIndex(({ output }) => output.format === 'hls');
    const { output } = outputs[position] ?? {};
    if (!output) return undefined;
    const temporary = !planDelivery(output.destinations).isHosted;
    const { begin, store, announce } = this.publication.openStream({ position, temporary });
    return await LiveStream.open(join(folder, 'stream'), position, {
      begin: () => begin(signal),
      store: (path, name) => store(path, name, signal),
      announce,
      log: this.context.log,
    });
  }

  private async flush(): Promise<void> {
    const { id } = this.render;
    try {
      await flushFinished(this.context.folder, id);
    } catch (error) {
      this.context.log.warn({ err: error, render: id }, 'Could not force the finished files to the disk.');
    }
  }

  private reportSuccess({ summary, took }: RenderFacts): AttemptReport {
    const { id, attempt } = this.render;
    const { stages } = this;
    // An adopted file took longer to make than to store.
    const renderTime = stages['rendering'] === undefined ? took + this.elapsed() : this.elapsed();
    let isRecorded = false;
    return {
      stages,
      record: async (transaction) => {
        isRecorded = await this.publication.record(transaction, summary, renderTime);
      },
      cleanUp: async () => {
        const { segments } = summary;
        const fields = {
          render: id,
          attempt,
          step: 'done',
          seconds: toSeconds(renderTime),
          took: renderTime,
          stages,
          ...(segments && { segments }),
        };
        if (isRecorded) {
          this.context.log.info(fields, 'The render is done.');
          const { seconds: outputSeconds, frames } = summary;
          measure({ kind: 'render', outcome: 'done' });
          describeSpan({ 'kinora.frames': frames, 'kinora.output_seconds': outputSeconds });
          measure({
            kind: 'output',
            seconds: renderTime / 1000,
            outputSeconds,
            frames,
            segments: segments ?? { reused: 0, made: 0 },
          });
          await this.publication.removePieces();
        } else this.logLost();
        await this.forget();
      },
    };
  }

  private elapsed(): number {
    return performance.now() - this.startedAt;
  }

  private reportFailure(error: KinoraError): AttemptReport {
    const then = error === ATTEMPT_LOST ? 'lost' : decideNext(error, this.job);
    const { log } = this.context;
    const { id: render, attempt } = this.render;
    const step = error.code === 'cancelled' ? 'cancelled' : 'failed';
    const seconds = toSeconds(this.elapsed());
    const fields = { render, attempt, step, seconds, code: error.code, err: error };
    if (then === 'lost' || error.code === 'worker_lost') this.logLost();
    else if (then === 'back') log.info(fields, 'Giving the render back to the queue.');
    else if (then === 'later') log.warn(fields, 'The render has to wait. Trying again later.');
    else if (then === 'again') log.warn(fields, 'The render failed. Retrying later.');
    else log[error.concernsOperator ? 'error' : 'info'](fields, 'The render failed.');
    const report = { code: error.code, reason: describeForOperator(error), stages: this.stages };
    let isRecorded = false;
    const cleanUp = async (): Promise<void> => {
      if (isRecorded) measure({ kind: 'render', outcome: 'failed' });
      await this.forget();
    };
    if (then === 'lost') return { ...report, then: 'failed', cleanUp };
    const record = async (transaction: Transaction<Schema>): Promise<void> => {
      if (then === 'failed') isRecorded = await this.recordFailure(transaction, error);
      else await setQueued(transaction, this.render);
    };
    return { ...report, then, record, cleanUp };
  }

  /** Returns false if the render was final already. */
  private async recordFailure(transaction: Transaction<Schema>, error: KinoraError): Promise<boolean> {
    const { queue, toPublicUrl } = this.context;
    if (!(await setFailed(transaction, this.render, error.message, error.code))) return false;
    await failUnfinishedAssets(transaction, this.render.id);
    await enqueueRenderCallbacks(queue.callbacks, transaction, this.render.id, toPublicUrl);
    return true;
  }

  private logLost(): void {
    const { id: render, attempt } = this.render;
    this.context.log.info(
      { render, attempt },
      'Ending the attempt: the render is final, was deleted or was taken over by another worker.',
    );
  }

  /** Deletes unneeded files, here and in the storage. */
  private async forget(): Promise<void> {
    const { signal } = this.job;
    await forgetRender(this.context, this.render.id, { signal, stored: this.publication.storageKeys });
  }
}
