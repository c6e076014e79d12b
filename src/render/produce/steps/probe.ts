import type { ChildState } from './child-state.ts';

/** Finds out what each file is. */
export async function probeMedia(state: ChildState): Promise<void> {
  state.media ??= await state.prober.probeAll();
}
