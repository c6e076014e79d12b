import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import type { GeneratedFile } from '../../create/model.ts';
import type { GeneratedMedia, GenerationContext } from './generated-media.ts';
import type { GenerationPlan, PlannedFile } from './plan-generation.ts';

/** The options of obtaining the files of an edit. */
export interface ObtainOptions extends GenerationContext {
  /** Undefined if nothing can be generated. */
  readonly generated: GeneratedMedia | undefined;
  /** True if {@link findKeptFiles} also makes what Kinora makes itself. Default: false. */
  readonly makesFree?: boolean | undefined;
}

/** The result of one file: the file, or the reason why it is missing. */
export interface FoundFile {
  readonly planned: PlannedFile;
  /** Undefined if no such file is kept. */
  readonly file?: GeneratedFile | undefined;
  /** A remark on who would make the file. */
  readonly remark?: string | undefined;
  /** The reason why it is unknown if the file is kept. */
  readonly failure?: KinoraError | undefined;
}

/**
 * Maximum number of files of one edit to generate at the same time. Outside services take a while for each. What
 * is made on this machine is limited elsewhere.
 */
const MAX_CONCURRENT = 4;

/**
 * Generates the files of an edit, or takes the kept ones. The first failure cancels the others.
 *
 * @returns the files by the `src` that stands for them, in the order of the plan.
 * @throws {KinoraError} an error of `GeneratedMedia.obtain`, or `no_credentials` if nothing can be generated. The
 *   message starts with the field.
 */
export async function obtainFiles(
  { files }: GenerationPlan,
  { generated, onProgress, ...options }: ObtainOptions,
): Promise<ReadonlyMap<string, GeneratedFile>> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const obtained = new Map<string, GeneratedFile>();
  const obtain = async (planned: PlannedFile): Promise<void> => {
    const { src, field, request } = planned;
    try {
      if (!generated) throw new KinoraError('no_credentials', NOTHING_CAN_BE_GENERATED);
      const folder = await createFolder(options.folder, src);
      // After a failure, the waiting requests are not sent.
      if (signal.aborted) throw createCancellation();
      onProgress?.(describeActivity(planned, files));
      obtained.set(src, await generated.obtain(request, { ...options, folder, signal, onProgress }));
    } catch (error) {
      // A failure cancels the others, so only the first one is reported.
      failed.abort(options.signal.aborted ? createCancellation() : addField(field, error));
    }
  };
  const limit = pLimit(MAX_CONCURRENT);
  await Promise.all(files.map((planned) => limit(obtain, planned)));
  failed.signal.throwIfAborted();
  // The order of the plan, whichever file was finished first.
  return new Map(
    files.flatMap(({ src }) => {
      const file = obtained.get(src);
      return file ? [[src, file] as const] : [];
    }),
  );
}

/**
 * Finds the kept files of an edit. Generates nothing, unless `makesFree` is set.
 *
 * @param maxFiles maximum number of files to look for. Default: all.
 * @returns the results in the order of the plan.
 */
export async function findKeptFiles(
  { files }: GenerationPlan,
  { generated, makesFree = false, ...options }: ObtainOptions,
  maxFiles = Infinity,
): Promise<FoundFile[]> {
  const find = async (planned: PlannedFile): Promise<FoundFile> => {
    try {
      if (options.signal.aborted) throw createCancellation();
      const folder = await createFolder(options.folder, planned.src);
      const context = { ...options, folder };
      const { request } = planned;
      const file = await (makesFree
        ? generated?.findOrMake(request, context)
        : generated?.find(request, context));
      if (file !== undefined) return { planned, file };
      return { planned, remark: await generated?.foretell?.(request, options.owner) };
    } catch (error) {
      if (options.signal.aborted) return { planned, failure: createCancellation() };
      if (!(error instanceof KinoraError)) throw error;
      return { planned, failure: error };
    }
  };
  const limit = pLimit(MAX_CONCURRENT);
  const outcomes = await Promise.allSettled(files.slice(0, maxFiles).map((planned) => limit(find, planned)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

const NOTHING_CAN_BE_GENERATED = 'nothing can be generated here, because no provider is set up.';

/** Creates a folder for one file. The names of files of different makers may be equal. */
async function createFolder(parent: string, src: string): Promise<string> {
  const folder = join(parent, src.replace(':', '-'));
  await mkdir(folder, { recursive: true });
  return folder;
}

function describeActivity(planned: PlannedFile, files: readonly PlannedFile[]): string {
  const work = ACTIVITIES[planned.type];
  return files.length === 1 ? work : `${work}, file ${files.indexOf(planned) + 1} of ${files.length}`;
}

const ACTIVITIES: Readonly<Record<PlannedFile['type'], string>> = {
  'text-to-image': 'Generating an image',
  'image-to-video': 'Generating a video',
  'text-to-speech': 'Generating speech',
  image: 'Generating an image',
  video: 'Generating a video',
  audio: 'Generating a sound',
};

function createCancellation(): KinoraError {
  return new KinoraError('cancelled', 'The generation of media was cancelled.');
}

function addField(field: string, error: unknown): unknown {
  if (!(error instanceof KinoraError) || error.code === 'cancelled') return error;
  return new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
}
