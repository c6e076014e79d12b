import { computed, signal } from '@preact/signals';
import { findClip, keyOf } from '../../document/clip-spans.ts';
import { readCutFades } from '../../document/cut/cross-fade-sound.ts';
import { type Cut, type CutTransition, listCuts, setTransition } from '../../document/cut/cuts.ts';
import { apply, draft, spans } from '../../edit/edit-state.ts';
import { editSchema } from '../../inspector/schema-state.ts';
import { listBases, wordsOf } from '../../schema/field-words.ts';
import { cutSettings } from '../clip-actions.ts';
import { isFileSilent } from '../file-lengths.ts';

/** The cuts of the edit. */
export const cuts = computed(() => listCuts(draft.value, spans.value));

/** The key of the cut on which a dragged transition would be put. */
export const litCut = signal<string | undefined>(undefined);

/** Returns the key of a cut: that of its later clip. */
export function keyOfCut({ after }: Cut): string {
  return keyOf(after);
}

/** The names of all transitions without their speeds, with `none`. Empty until the schema is loaded. */
export const transitionNames = computed(() => {
  const names = editSchema.value?.$defs?.['TransitionName']?.enum ?? [];
  return listBases(names as readonly string[]);
});

/** Returns the name of a transition for people. */
export function titleTransition(name: string): string {
  return name === 'fade' ? 'Cross-fade' : wordsOf(name);
}

/** True if a transition can be put at a cut. Sounds without pictures only fade. */
export function allowsTransition({ isOfSounds }: Cut, name: string): boolean {
  return !isOfSounds || name === 'fade' || name === 'none';
}

/** True if both clips of a cut have sounds that can fade. */
export function hasSounds(cut: Cut): boolean {
  const isSilent = [cut.before, cut.after].some((span) => isFileSilent(findClip(draft.value, span) ?? {}));
  return !isSilent && readCutFades(draft.value, cut) !== undefined;
}

/** Puts a transition at a cut, or removes it. @param group joins it with the change before for undo. */
export function putTransition(cut: Cut, transition: CutTransition | undefined, group?: string): void {
  const fitting = transition && { ...transition, ...(!hasSounds(cut) && { fadesSounds: false }) };
  apply(setTransition(draft.peek(), spans.peek(), cut, fitting, cutSettings()), group);
}
