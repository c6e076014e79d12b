import { batch, computed, effect, signal } from '@preact/signals';
import { beginHistory } from '../document/history.ts';
import { history as openHistory, openDocument, text } from '../edit/edit-state.ts';
import { FIRST_EDIT } from '../edit/first-edit.ts';
import { keptNameOf, session } from '../shell/session.ts';
import {
  createKeptDocument,
  type DocumentStart,
  isSaved,
  isUntouched,
  toNew,
  UNNAMED,
} from './kept-document.ts';
import { type KeptFacts, LocalCopies, type LocalCopy } from './local-copy.ts';

/** True if the text is too large for the store of the browser. */
export const isTooLarge = signal(false);

/** The id of an edit that was too large for the browser, until it has come from the server. */
export const wanted = signal<string | undefined>(undefined);

/** The copies of the account. Another account has others. */
const owner = computed(() => session.value?.owner);
const copies = computed(() => {
  const name = owner.value;
  if (name === undefined) return undefined;
  const nameOf = (what: string): string => keptNameOf(what, name);
  return new LocalCopies(localStorage, sessionStorage, nameOf, readTab(nameOf('tab-id')));
});

/** Returns the id of this tab. It survives a reload. */
function readTab(name: string): string {
  const tab = sessionStorage.getItem(name) ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
  sessionStorage.setItem(name, tab);
  return tab;
}

const facts = computed<KeptFacts>(() => {
  const document = openDocument.value;
  const { name, place } = document;
  const length = isSaved(document, text.value) ? text.value.length : undefined;
  return {
    name: name.value,
    place: place.value,
    savedLength: length,
    isUntouched: isUntouched(document, text.value),
  };
});

effect(() => {
  const current = copies.value;
  const copy = current?.read();
  batch(() => begin(copy));
  if (wanted.peek() === undefined) current?.writeText(text.peek());
});

function begin(copy: LocalCopy | undefined): void {
  openHistory.value = copy?.history ?? beginHistory(FIRST_EDIT);
  // A text that the browser had no room for is still to come.
  wanted.value = copy && !copy.history ? copy.facts?.place?.id : undefined;
  const text = openHistory.peek().present;
  openDocument.value = createKeptDocument(copy?.history ? startOf(copy.facts, text) : toNew(UNNAMED, text));
}

function startOf(
  { name = UNNAMED, place, savedLength, isUntouched: isGiven }: Partial<KeptFacts> | undefined = {},
  text: string,
): DocumentStart {
  const named = { name, text };
  return {
    name,
    place,
    saved: savedLength === text.length ? named : undefined,
    given: isGiven === true ? named : undefined,
  };
}

effect(() => {
  const changed = text.value;
  // An edit that is still to come must not be replaced.
  const current = copies.peek();
  if (current && wanted.value === undefined) isTooLarge.value = !current.writeText(changed);
});
const written = computed(() => JSON.stringify(facts.value));
effect(() => {
  void written.value;
  if (wanted.value === undefined) copies.peek()?.writeFacts(facts.peek());
});
addEventListener('pagehide', () => {
  if (wanted.peek() === undefined) copies.peek()?.writeTab(openHistory.peek(), facts.peek());
});
