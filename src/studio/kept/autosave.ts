import { batch, computed, effect } from '@preact/signals';
import { type KeptEdit, KinoraApiError } from '../../client/index.ts';
import {
  documentBefore,
  openDocument,
  openEdit,
  replaceText,
  syntaxProblem,
  text,
  textOf,
} from '../edit/edit-state.ts';
import { attemptAloud, notify } from '../shell/notice.tsx';
import { account, isKeyRefused, session } from '../shell/session.ts';
import { isTooLarge, wanted } from './keep-local.ts';
import { isSaved, isUntouched, type KeptDocument } from './kept-document.ts';
import { type Decision, decideConflict, saveDocument } from './save-document.ts';
import { writeKept } from './write-kept.ts';

/** Milliseconds without a change after which an edit is saved, and of the longest work without a save. */
const SAVE_AFTER_MS = 1500;
const SAVE_AT_LEAST_MS = 10_000;
/** Milliseconds until another try, and between two questions whether another has saved the edit. */
const RETRY_MS = 10_000;
const ASK_EVERY_MS = 15_000;

/** True if the key may save edits. */
export const mayKeep = computed(() => account.value !== undefined && account.value.scope !== 'read');

/** True if nothing of an edit is only here. */
function hasNothingToSave(kept: KeptDocument, present: string): boolean {
  return isSaved(kept, present) || isUntouched(kept, present);
}

/** True if the server has the open edit as it is shown. */
export const isWorkSaved = computed(() => hasNothingToSave(openDocument.value, text.value));

/** The time of the first change that is not saved. */
let changedAt: number | undefined;

effect(() => {
  const kept = openDocument.value;
  const isDue =
    !isWorkSaved.value &&
    mayKeep.value &&
    !kept.conflict.value &&
    !isKeyRefused.value &&
    !kept.isSaving.value;
  const failure = kept.failure.value;
  // Each change begins the wait again.
  void text.value;
  if (!isDue || syntaxProblem.value) return;
  const now = performance.now();
  changedAt ??= now;
  const wait = Math.min(SAVE_AFTER_MS, changedAt + SAVE_AT_LEAST_MS - now);
  const timer = setTimeout(() => void save(kept), failure === undefined ? wait : RETRY_MS);
  return () => clearTimeout(timer);
});

/** Saves an edit, unless the server has it. @param isWished see {@link saveDocument}. */
async function save(kept: KeptDocument, isWished = false): Promise<void> {
  const keeper = session.peek()?.client.edits;
  if (!keeper || !mayKeep.peek()) return;
  if (kept === openDocument.peek()) changedAt = undefined;
  const before = kept.place.peek()?.version;
  await saveDocument(keeper, kept, () => textOf(kept), isWished);
  const place = kept.place.peek();
  if (place && place.version !== before) tabs?.postMessage(place.id);
}

/** Saves the open edit as a version that stays. */
export async function keepVersion(): Promise<void> {
  await save(openDocument.peek(), true);
}

// An edit that is left is saved at once.
let shown = openDocument.peek();
effect(() => {
  const next = openDocument.value;
  const left = shown;
  shown = next;
  if (left !== next && left.left && !hasNothingToSave(left, textOf(left))) void saveLeft(left);
});

/** Saves an edit that is left. Says so if the server does not take it, because nothing saves it later. */
async function saveLeft(left: KeptDocument): Promise<void> {
  await save(left);
  if (left === openDocument.peek() || hasNothingToSave(left, textOf(left))) return;
  const reason = left.failure.peek() ?? [];
  const way = documentBefore.peek() === left ? 'Undo goes back to it.' : [];
  notify([`"${left.name.peek()}" is not saved.`, reason, way].flat().join(' '));
}

/** Ends the conflict of the open edit. */
export async function decide(decision: Decision): Promise<void> {
  const kept = openDocument.peek();
  const keeper = session.peek()?.client.edits;
  if (!keeper) return;
  await decideConflict(
    keeper,
    kept,
    decision,
    () => textOf(kept),
    (theirs) => {
      const written = writeKept(theirs);
      replaceText(written);
      return written;
    },
  );
  const { id } = kept.place.peek() ?? {};
  if (id !== undefined) tabs?.postMessage(id);
}

/** Opens a kept edit. */
export async function openKept(id: string): Promise<void> {
  const found = await session.peek()?.client.edits.get(id);
  if (!found) return;
  const { name, version } = found;
  const written = writeKept(found);
  openEdit(written, { name, place: { id, version }, saved: { name, text: written } });
}

/** Shows the open edit as a version has it, and saves that. @throws {KinoraApiError} if there is none. */
export async function restoreVersion(number: number): Promise<void> {
  const kept = openDocument.peek();
  const client = session.peek()?.client;
  const { id } = kept.place.peek() ?? {};
  if (!client || id === undefined) return;
  if (!hasNothingToSave(kept, textOf(kept))) await save(kept);
  const { edit } = await client.edits.version(id, number);
  // Another edit was opened, or another has saved this one.
  if (kept !== openDocument.peek() || kept.conflict.peek()) return;
  replaceText(writeKept({ edit, dialect: account.peek()?.dialect ?? 'interface' }));
  await save(kept, true);
}

/** Takes over what another has saved, unless something of this edit is not saved. */
async function refresh(): Promise<void> {
  const kept = openDocument.peek();
  const place = kept.place.peek();
  const client = session.peek()?.client;
  if (!place || !client || kept.isSaving.peek() || kept.conflict.peek() || isKeyRefused.peek()) return;
  try {
    const { version } = await client.edits.get(place.id, { data: false });
    const isCurrent = () => kept.place.peek() === place && !kept.isSaving.peek();
    if (version === place.version || !isCurrent()) return;
    const theirs = await client.edits.get(place.id);
    if (!isCurrent()) return;
    if (kept === openDocument.peek() && isWorkSaved.peek()) showTheirs(kept, theirs);
    else kept.conflict.value = { kind: 'changed', theirs };
  } catch (error) {
    if (error instanceof KinoraApiError && error.status === 404) kept.conflict.value = { kind: 'deleted' };
    // The next save says what else is wrong.
  }
}

function showTheirs(kept: KeptDocument, theirs: KeptEdit): void {
  const { id, version, name } = theirs;
  const written = writeKept(theirs);
  batch(() => {
    kept.place.value = { id, version };
    kept.name.value = name;
    kept.saved.value = { name, text: written };
    replaceText(written);
  });
  notify(`"${name}" was saved elsewhere. You see the latest version.`);
}

// The browser had no room for the edit.
effect(() => {
  const id = wanted.value;
  if (id === undefined || !session.value) return;
  void attemptAloud(async () => {
    await openKept(id);
    wanted.value = undefined;
  });
});

/** Tells other tabs of this browser which edit was saved. */
let tabs: BroadcastChannel | undefined;
effect(() => {
  const owner = session.value?.owner;
  if (owner === undefined) return;
  const channel = (tabs = new BroadcastChannel(`kinora.${owner}`));
  channel.onmessage = ({ data }) => {
    if (data === openDocument.peek().place.peek()?.id) void refresh();
  };
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void refresh();
  }, ASK_EVERY_MS);
  void refresh();
  return () => {
    channel.close();
    clearInterval(timer);
  };
});

addEventListener('focus', () => void refresh());
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && !isWorkSaved.peek() && !syntaxProblem.peek())
    void save(openDocument.peek());
});
addEventListener('beforeunload', (event) => {
  const { conflict } = openDocument.peek();
  if (conflict.peek() || (isTooLarge.peek() && !isWorkSaved.peek())) event.preventDefault();
});
