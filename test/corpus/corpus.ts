import type { BaseFile } from './base-files.ts';
import { MUTATIONS } from './mutations.ts';
import { createRandom } from './random.ts';

/** A damaged file. */
export interface MutatedFile {
  /** The name of the intact file, how it was damaged, and the number of the file: enough to make it again. */
  readonly label: string;
  readonly base: BaseFile;
  readonly mutation: string;
  readonly bytes: Buffer;
}

/**
 * Yields damaged files, each base file with each mutation in turn.
 *
 * @param count how many files.
 * @param seed the same seed gives the same files, whatever their number.
 */
export function* mutateFiles(
  bases: readonly BaseFile[],
  count: number,
  seed: number,
): Generator<MutatedFile> {
  const mutations = Object.entries(MUTATIONS);
  for (let index = 0; index < count; index++) {
    const random = createRandom(seed * 1_000_003 + index);
    const base = bases[index % bases.length];
    const other = bases[(index + 1 + random.below(bases.length - 1)) % bases.length];
    // Shifted by one in each pass over the bases, so that every base meets every mutation.
    const [mutation, mutate] = mutations[(index + Math.floor(index / bases.length)) % mutations.length] ?? [];
    if (!base || !other || !mutate || mutation === undefined) throw new Error('There are no base files.');
    const bytes = mutate(base.bytes, random, other.bytes);
    yield { label: `${base.name}, ${mutation}, number ${index}`, base, mutation, bytes };
  }
}
