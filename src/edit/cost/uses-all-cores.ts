import type { Edit } from '../schema/edit.ts';

/** True if the `instance` of an edit lets its render use all cores (contract C43). */
export function usesAllCores({ instance = 's1' }: Edit): boolean {
  return instance !== 's1';
}
