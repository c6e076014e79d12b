import { type Signal, signal } from '@preact/signals';
import type { KeptEdit } from '../../client/index.ts';
import type { History } from '../document/history.ts';

/** The place of an edit on the server, with the version that the work here is based on. */
export interface KeptPlace {
  readonly id: string;
  readonly version: number;
}

/** The reason why the server does not save an edit: another has saved it meanwhile, or has deleted it. */
export type Conflict = { readonly kind: 'changed'; readonly theirs: KeptEdit } | { readonly kind: 'deleted' };

/** The name and the text of an edit. */
interface NamedState {
  readonly name: string;
  readonly text: string;
}

/** An edit on which the user works, beside its text. */
export interface KeptDocument {
  readonly name: Signal<string>;
  /** Undefined until it is saved for the first time. */
  readonly place: Signal<KeptPlace | undefined>;
  /** The state that the server has. */
  readonly saved: Signal<NamedState | undefined>;
  /** The beginning of a new edit from something that stays, such as a template. It is saved when it has changed. */
  readonly given: NamedState | undefined;
  readonly conflict: Signal<Conflict | undefined>;
  /** The reason why the last save failed, for people. */
  readonly failure: Signal<string | undefined>;
  readonly isSaving: Signal<boolean>;
  /** Ends with the last save that has begun. */
  saving: Promise<void>;
  /** Its texts, while another edit is open. */
  left: History | undefined;
}

/** The name of an edit without a name of its own. */
export const UNNAMED = 'Untitled edit';

/** The beginning of the work on an edit. */
export interface DocumentStart extends Partial<Pick<KeptDocument, 'given'>> {
  readonly name: string;
  readonly place?: KeptPlace | undefined;
  readonly saved?: NamedState | undefined;
}

/** Returns the beginning of a new edit from something that stays. */
export function toNew(name: string, text: string): DocumentStart {
  return { name, given: { name, text } };
}

/** Creates the state of an edit that is opened. */
export function createKeptDocument({ name, place, saved, given }: DocumentStart): KeptDocument {
  return {
    name: signal(name),
    place: signal(place),
    saved: signal(saved),
    given,
    conflict: signal<Conflict | undefined>(undefined),
    failure: signal<string | undefined>(undefined),
    isSaving: signal(false),
    saving: Promise.resolve(),
    left: undefined,
  };
}

/** True if the server has this text of the edit, under its name. */
export function isSaved({ name, saved }: KeptDocument, text: string): boolean {
  return saved.value?.text === text && saved.value.name === name.value;
}

/** True if the edit is as it was opened, and can be opened again. */
export function isUntouched({ name, place, given }: KeptDocument, text: string): boolean {
  return place.value === undefined && given?.text === text && given.name === name.value;
}
