import { openAsBlob } from 'node:fs';
import { CommanderError } from 'commander';
import { KinoraError } from '../../base/errors.ts';
import {
  KinoraApiError,
  type KinoraClient,
  type RequestedOutputs,
  type Source,
  type UnfinishedUpload,
} from '../../client/index.ts';
import { pluralize } from '../pluralize.ts';
import type { Terminal } from '../terminal.ts';
import { connect, toCommandError } from './connect.ts';
import { findFiles, hasChanged, type LocalFile } from './find-files.ts';
import { formatProgress, formatSource, listFailures } from './format-source.ts';
import { UnfinishedUploads, type UploadRecord } from './unfinished-uploads.ts';
import { createUploadDisplay } from './upload-display.ts';
import type { ServerAccess, ServerStage } from '../command-dependencies.ts';

/** The arguments of `kinora ingest`. */
export interface IngestArguments {
  /** Paths relative to the working folder. */
  readonly files: readonly string[];
  readonly stage: ServerStage;
  /** Undefined if nothing is to be made from the files. */
  readonly outputs: RequestedOutputs | undefined;
  /** True to wait until the sources and their outputs are ready. */
  readonly wait: boolean;
}

/** The dependencies of `kinora ingest`. */
export interface IngestDependencies {
  readonly terminal: Terminal;
  readonly server: ServerAccess;
  /** Stops the command. The same command then continues. */
  readonly signal: AbortSignal;
}

/** Milliseconds to wait for the outputs of a source: longer than the longest rendition takes. */
const WAIT_MS = 7 * 24 * 3_600_000;

/**
 * Runs `kinora ingest`: uploads files to a server, waits until the sources and their outputs are ready, and
 * prints their ids and URLs. A command that was stopped continues if it is run again.
 *
 * @throws {KinoraError} if a path is not a file, if the server cannot be used, or if a file or an output has
 *   failed.
 * @throws {CommanderError} with the exit code, after it has printed how to continue, if the user stops it.
 */
export async function ingestCommand(args: IngestArguments, dependencies: IngestDependencies): Promise<void> {
  const run = new IngestRun(args, dependencies);
  try {
    await run.run(await findFiles(args.files, dependencies.terminal.cwd));
  } catch (error) {
    if (!dependencies.signal.aborted) throw toCommandError(error, 'To continue, run the same command again.');
    const message = run.isUploading
      ? 'Stopped. To continue the upload, run the same command again.'
      : 'Stopped waiting. The server continues its work. To wait for it, run the same command again.';
    dependencies.terminal.stderr.write(`${message}\n`);
    throw new CommanderError(130, 'kinora.stopped', message);
  }
}

class IngestRun {
  /** False if all files have been uploaded. */
  isUploading = true;
  private readonly args: IngestArguments;
  private readonly dependencies: IngestDependencies;
  private readonly uploads: UnfinishedUploads;
  private failures = 0;

  constructor(args: IngestArguments, dependencies: IngestDependencies) {
    this.args = args;
    this.dependencies = dependencies;
    this.uploads = new UnfinishedUploads(dependencies.server.uploads);
  }

  async run(files: readonly LocalFile[]): Promise<void> {
    const { server, signal } = this.dependencies;
    const client = await connect(server, this.args.stage, signal);
    const sources: { file: LocalFile; id: string }[] = [];
    for (const file of files) {
      const id = await this.collectFailure(file, () => this.upload(client, file));
      if (id !== undefined) sources.push({ file, id });
    }
    this.isUploading = false;
    for (const { file, id } of sources) await this.collectFailure(file, () => this.finish(client, file, id));
    if (this.failures > 0) {
      const { length } = files;
      const message =
        length === 1 ? 'The file failed.' : `${this.failures} of ${pluralize(length, 'file')} failed.`;
      throw new KinoraError('validation_failed', message);
    }
  }

  /** Returns the outcome of work on a file. If the work fails, prints the reason and returns undefined. */
  private async collectFailure<Outcome>(
    { shown }: LocalFile,
    work: () => Promise<Outcome>,
  ): Promise<Outcome | undefined> {
    const { terminal, signal } = this.dependencies;
    try {
      return await work();
    } catch (error) {
      // Without an answer from the server, the other files would fail, too.
      if (signal.aborted || !isOfOneFile(error)) throw error;
      this.failures += 1;
      for (const line of error.message.split('\n')) terminal.stderr.write(`${shown}: ${line}\n`);
      return undefined;
    }
  }

  /** Uploads a file, or continues its upload. Returns the id of its source. */
  private async upload(client: KinoraClient, file: LocalFile): Promise<string> {
    const known = await this.findResumable(client, file);
    if (known?.isComplete === true) return known.id;
    try {
      return await this.send(client, file, known);
    } catch (error) {
      if (known === undefined || !isGone(error)) throw error;
      // The server has removed the unfinished upload.
      return await this.send(client, file, undefined);
    }
  }

  private async send(
    client: KinoraClient,
    file: LocalFile,
    resume: UnfinishedUpload | undefined,
  ): Promise<string> {
    const { terminal, signal } = this.dependencies;
    const identity = this.identify(file);
    const display = createUploadDisplay(file.shown, terminal.screen);
    const keep = (upload: UnfinishedUpload, isComplete: boolean): Promise<void> =>
      this.uploads.keep(identity, { ...upload, isComplete });
    let begun = resume;
    try {
      const { id } = await client.upload(await openAsBlob(file.path), {
        name: file.name,
        outputs: this.args.outputs,
        resume,
        signal,
        onProgress: display.report,
        onStart: (upload) => keep((begun = upload), false),
      });
      if (begun) await keep(begun, true);
      return id;
    } catch (error) {
      if (signal.aborted || !(await hasChanged(file))) throw error;
      throw new KinoraError('validation_failed', 'The file was changed during its upload.', { cause: error });
    } finally {
      display.end();
    }
  }

  /** Returns the earlier upload of a file that this command can continue. */
  private async findResumable(client: KinoraClient, file: LocalFile): Promise<UploadRecord | undefined> {
    const record = await this.uploads.find(this.identify(file));
    if (record === undefined) return undefined;
    try {
      const { status } = await client.sources.get(record.id, { signal: this.dependencies.signal });
      if (status === 'importing' || status === 'ready') return { ...record, isComplete: true };
      return status === 'queued' ? record : undefined;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  /** Waits for the source of a file if the user wants to, and prints it. */
  private async finish(client: KinoraClient, file: LocalFile, id: string): Promise<void> {
    const { terminal, signal } = this.dependencies;
    if (!this.args.wait) {
      await this.uploads.remove(this.identify(file));
      terminal.stdout.write(`${file.shown}: ${id}\n`);
      return;
    }
    let shown = '';
    const onChange = (source: Source): void => {
      const line = formatProgress(source);
      if (line !== shown) terminal.stderr.write(`${file.shown}: ${line} ...\n`);
      shown = line;
    };
    const source = await client.sources.wait(id, { signal, timeout: WAIT_MS, onChange });
    await this.uploads.remove(this.identify(file));
    terminal.stdout.write(formatSource(file.shown, source));
    const reasons = listFailures(source);
    if (reasons.length > 0) throw new KinoraError('validation_failed', reasons.join('\n'));
  }

  /** Returns everything that makes two uploads the same one. */
  private identify({ path, size, changed }: LocalFile): object {
    const { stage, outputs = {} } = this.args;
    return { path, size, changed, url: this.dependencies.server.url, stage, outputs };
  }
}

/** True for an error that says nothing of the other files. */
function isOfOneFile(error: unknown): error is KinoraError | KinoraApiError {
  if (error instanceof KinoraError) return error.code !== 'invalid_setting';
  return error instanceof KinoraApiError && error.status >= 400;
}

function isGone(error: unknown): boolean {
  return error instanceof KinoraApiError && [404, 410].includes(error.status);
}
