import { asKinoraError, KinoraError } from '../../base/errors.ts';
import type { Source as Wanted } from '../../edit/index.ts';
import type { FetchRequest, Source, Sources } from './sources.ts';

/** Downloads of one render at the same time. */
const AT_ONCE = 4;

/** The local files of an edit. They stay as they are until disposed of. */
export interface Fetched extends AsyncDisposable {
  /** The local file of each URL. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Fetches every source of an edit, each URL once. The first failure ends the others.
 *
 * @throws {KinoraError} as {@link Sources.fetch}, with the field of the asset in front.
 */
export async function fetchSources(
  wanted: readonly Wanted[],
  sources: Sources,
  request: FetchRequest & { readonly signal: AbortSignal },
): Promise<Fetched> {
  const seen = new Set<string>();
  const waiting = wanted.filter(({ url }) => !seen.has(url) && seen.add(url));
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  const fetched = new Map<string, Source>();
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      fetched.set(next.url, await fetchOne(next, sources, { ...request, signal }));
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
  const files = Object.fromEntries([...fetched].map(([url, { path }]) => [url, path]));
  return { files, [Symbol.asyncDispose]: release };
}

/** A lane that finds the signal aborted between two sources ends without an error of its own. */
function cancelled({ aborted }: AbortSignal): KinoraError | undefined {
  return aborted ? new KinoraError('cancelled', 'The render was cancelled.') : undefined;
}

async function fetchOne({ url, field }: Wanted, sources: Sources, request: FetchRequest): Promise<Source> {
  try {
    return await sources.fetch(url, request);
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}
