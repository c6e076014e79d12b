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
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** An edit on which the user works, beside its text. */
export interface KeptDocument {
  readonly name: Signal<string>;
  /** Undefined until it is saved for the first time. */
  readonly place: Signal<KeptPlace | undefined>;
  /** The state that the server has. */
  readonly saved: Signal<NamedText | undefined>;
  readonly conflict: Signal<Conflict | undefined>;
  /** The reason why the last save failed, for people. */
  readonly failure: Signal<string | undefined>;
  readonly isSaving: Signal<boolean>;
  /** Ends with the last save that has begun. */
  saving: Promise<void>;
  /** Its texts, while another edit is open. */
  left: History | undefined;
}

/** The name of an edit that nobody has named. */
export const UNNAMED = 'Untitled edit';

/** Creates the state of an edit that is opened. */
export function createDocument(name: string, place?: KeptPlace, saved?: NamedText): KeptDocument {
  return {
    name: signal(name),
    place: signal(place),
    saved: signal(saved),
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
