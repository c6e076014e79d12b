import { asKinoraError, KinoraError } from '../../base/errors.ts';
import type { Source as Wanted } from '../../edit/edit.ts';
import type { FetchRequest, Looked } from './source.ts';
import type { Sources } from './sources.ts';

/** Downloads of one render at the same time. */
const AT_ONCE = 4;

/** The files of an edit. They stay readable until disposed of. */
export interface Fetched<File> extends AsyncDisposable {
  /** The file of each URL. */
  readonly files: Readonly<Record<string, File>>;
}

/** The files of an edit that are read without all of them being here. */
export interface LookedAt extends Fetched<Looked['file']> {
  /** Whether all of them are still what their sources name; see {@link Looked.isCurrent}. */
  areCurrent(signal: AbortSignal): Promise<boolean>;
}

type Request = FetchRequest & { readonly signal: AbortSignal };
type Held<File> = Pick<Looked, 'release'> & { readonly file: File };

/**
 * Fetches every source of an edit, each URL once. The first failure ends the others.
 *
 * @throws {KinoraError} as {@link Sources.fetch}, with the field of the asset in front.
 */
export function fetchSources(
  wanted: readonly Wanted[],
  sources: Sources,
  request: Request,
): Promise<Fetched<string>> {
  return gather(wanted, request, async (url, each) => {
    const source = await sources.fetch(url, each);
    return { file: source.path, release: () => source.release() };
  });
}

/** As {@link fetchSources}, but of files that are far away only what is read later is fetched. */
export async function lookAtSources(
  wanted: readonly Wanted[],
  sources: Sources,
  request: Request,
): Promise<LookedAt> {
  const looked: Looked[] = [];
  const gathered = await gather(wanted, request, async (url, each) => {
    const source = await sources.look(url, each);
    looked.push(source);
    return source;
  });
  const areCurrent = async (signal: AbortSignal): Promise<boolean> =>
    (await Promise.all(looked.map((source) => source.isCurrent(signal)))).every(Boolean);
  return { ...gathered, areCurrent };
}

async function gather<File>(
  wanted: readonly Wanted[],
  request: Request,
  one: (url: string, request: FetchRequest) => Promise<Held<File>>,
): Promise<Fetched<File>> {
  const seen = new Set<string>();
  const waiting = wanted.filter(({ url }) => !seen.has(url) && seen.add(url));
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  const fetched = new Map<string, Held<File>>();
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      fetched.set(next.url, await named(next, () => one(next.url, { ...request, signal })));
    }
  };
  const release = async (): Promise<void> => {
    await Promise.all([...fetched.values()].map((source) => source.release()));
  };
  const lanes = Array.from({ length: AT_ONCE }, () =>
    lane().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(lanes);
  // The lanes that were ended by the first failure say "cancelled"; the failure itself is what matters.
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [asKinoraError(outcome.reason)] : [],
  );
  const reason = errors.find(({ code }) => code !== 'cancelled') ?? errors[0] ?? cancelled(request.signal);
  if (reason) {
    await release();
    throw reason;
  }
  const files = Object.fromEntries([...fetched].map(([url, { file }]) => [url, file]));
  return { files, [Symbol.asyncDispose]: release };
}

/** A lane that finds the signal aborted between two sources ends without an error of its own. */
function cancelled({ aborted }: AbortSignal): KinoraError | undefined {
  return aborted ? new KinoraError('cancelled', 'The render was cancelled.') : undefined;
}

async function named<Value>({ field }: Wanted, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}
