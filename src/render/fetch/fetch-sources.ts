import pLimit from 'p-limit';
import { KinoraError, toKinoraError } from '../../base/errors.ts';
import type { Source } from '../../edit/model.ts';
import type { FetchRequest, InspectedSource } from './fetched-source.ts';
import type { Sources } from './sources.ts';

/** Maximum number of simultaneous downloads of one render. */
const MAX_CONCURRENT = 4;

/** The files of an edit. They stay readable until this object is disposed. */
export interface FetchedFiles<File> extends AsyncDisposable {
  /** The file of each URL. */
  readonly files: Readonly<Record<string, File>>;
}

/** The files of an edit. They can be read before they are completely fetched. */
export interface InspectedSources extends FetchedFiles<InspectedSource['file']> {
  /** The version of each URL that has one. See {@link InspectedSource.version}. */
  readonly versions: Readonly<Record<string, string>>;
  /** Returns true if all files are as they were opened. See {@link InspectedSource.isIntact}. */
  areIntact(): Promise<boolean>;
  /** Returns true if all files are current. See {@link InspectedSource.isCurrent}. */
  areCurrent(signal: AbortSignal): Promise<boolean>;
}

type AbortableRequest = FetchRequest & { readonly signal: AbortSignal };
type ReleasableFile<File> = Pick<InspectedSource, 'release'> & { readonly file: File };

/**
 * Fetches the sources of an edit, each URL once. The first failure aborts the other fetches.
 *
 * @throws {KinoraError} like {@link Sources.fetch}, with the field of the asset before the message.
 */
export function fetchSources(
  edited: readonly Source[],
  sources: Pick<Sources, 'fetch'>,
  request: AbortableRequest,
): Promise<FetchedFiles<string>> {
  return fetchAll(edited, request, async (url, fetchRequest) => {
    const source = await sources.fetch(url, fetchRequest);
    return { file: source.path, release: () => source.release() };
  });
}

/**
 * Opens the sources of an edit like {@link fetchSources}, but fetches only those bytes of remote files that
 * are read.
 */
export async function openSourcesForInspection(
  edited: readonly Source[],
  sources: Sources,
  request: AbortableRequest,
): Promise<InspectedSources> {
  const inspected: InspectedSource[] = [];
  const versions: Record<string, string> = {};
  const fetched = await fetchAll(edited, request, async (url, fetchRequest) => {
    const source = await sources.openForInspection(url, fetchRequest);
    inspected.push(source);
    if (source.version !== undefined) versions[url] = source.version;
    return source;
  });
  const areCurrent = async (signal: AbortSignal): Promise<boolean> =>
    (await Promise.all(inspected.map((source) => source.isCurrent(signal)))).every(Boolean);
  const areIntact = async (): Promise<boolean> =>
    (await Promise.all(inspected.map(async (source) => (await source.isIntact?.()) ?? true))).every(Boolean);
  return { ...fetched, versions, areIntact, areCurrent };
}

async function fetchAll<File>(
  sources: readonly Source[],
  request: AbortableRequest,
  fetchOne: (url: string, request: FetchRequest) => Promise<ReleasableFile<File>>,
): Promise<FetchedFiles<File>> {
  const urls = new Set<string>();
  const distinct = sources.filter(({ url }) => !urls.has(url) && urls.add(url));
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  const fetched = new Map<string, ReleasableFile<File>>();
  const fetchUnlessAborted = async (source: Source): Promise<void> => {
    if (signal.aborted) return;
    try {
      const file = await withField(source, () => fetchOne(source.url, { ...request, signal }));
      fetched.set(source.url, file);
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  const release = async (): Promise<void> => {
    await Promise.all([...fetched.values()].map((file) => file.release()));
  };
  const limit = pLimit(MAX_CONCURRENT);
  const outcomes = await Promise.allSettled(distinct.map((source) => limit(fetchUnlessAborted, source)));
  // The first failure cancels the other downloads. Report the failure, not the cancellations.
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [toKinoraError(outcome.reason)] : [],
  );
  const reason =
    errors.find(({ code }) => code !== 'cancelled') ?? errors[0] ?? cancellationOf(request.signal);
  if (reason) {
    await release();
    throw reason;
  }
  const files = Object.fromEntries([...fetched].map(([url, { file }]) => [url, file]));
  return { files, [Symbol.asyncDispose]: release };
}

/**
 * Creates the error of an aborted fetch. If the fetch of a source has not started when the signal aborts, the
 * source is skipped without an error. This error reports the abort instead.
 */
function cancellationOf({ aborted }: AbortSignal): KinoraError | undefined {
  return aborted ? new KinoraError('cancelled', 'The render was cancelled.') : undefined;
}

async function withField<Value>({ field }: Source, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}
