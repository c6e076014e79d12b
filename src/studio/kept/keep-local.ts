import { batch, computed, effect, signal } from '@preact/signals';
import { beginHistory } from '../document/history.ts';
import { history, openDocument, text } from '../edit/edit-state.ts';
import { FIRST_EDIT } from '../edit/first-edit.ts';
import { keptNameOf, session } from '../shell/session.ts';
import { createDocument, isSaved, UNNAMED } from './kept-document.ts';
import { type KeptFacts, LocalCopies } from './local-copy.ts';

/** The id of this tab. It survives a reload. */
const TAB = 'kinora.tab';
const tab = sessionStorage.getItem(TAB) ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
sessionStorage.setItem(TAB, tab);

/** True if the text is too large for the store of the browser. */
export const isTooLarge = signal(false);

/** The id of an edit that was too large for the browser, until it has come from the server. */
export const wanted = signal<string | undefined>(undefined);

/** The copies of the account. Another account has others. */
const owner = computed(() => session.value?.owner);
const copies = computed(() => {
  const name = owner.value;
  return name === undefined
    ? undefined
    : new LocalCopies(localStorage, sessionStorage, (what) => keptNameOf(what, name), tab);
});

const facts = computed<KeptFacts>(() => {
  const document = openDocument.value;
  const { name, place } = document;
  const length = isSaved(document, text.value) ? text.value.length : undefined;
  return { name: name.value, place: place.value, savedLength: length };
});

effect(() => {
  const current = copies.value;
  const copy = current?.read();
  batch(() => begin(copy));
  if (wanted.peek() === undefined) current?.writeText(text.peek());
});

function begin(copy: ReturnType<LocalCopies['read']>): void {
  const { name = UNNAMED, place, savedLength } = copy?.facts ?? {};
  const present = copy?.history?.present;
  const saved =
    present?.length === savedLength && present !== undefined ? { name, text: present } : undefined;
  wanted.value = copy && !copy.history ? place?.id : undefined;
  openDocument.value = createDocument(name, present === undefined ? undefined : place, saved);
  history.value = copy?.history ?? beginHistory(FIRST_EDIT);
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
  if (wanted.peek() === undefined) copies.peek()?.writeTab(history.peek(), facts.peek());
});
