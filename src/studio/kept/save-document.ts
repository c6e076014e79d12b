import { type KeptEdit, KinoraApiError, type KinoraClient } from '../../client/index.ts';
import { isSyntaxProblem, readDraft } from '../document/edit-text.ts';
import { describeError } from '../shell/describe-error.ts';
import type { KeptDocument } from './kept-document.ts';

/** Keeps edits on a server. */
export type EditKeeper = Pick<KinoraClient['edits'], 'create' | 'save' | 'get'>;

/**
 * Saves an edit on the server after its other saves. Its state says how that went: a conflict if another has saved
 * it meanwhile, or a failure. A text that is not JSON is not saved.
 *
 * @param textOf Returns the text of the edit when its turn has come.
 * @param isWished True if the user has asked for this version.
 */
export function saveDocument(
  keeper: EditKeeper,
  document: KeptDocument,
  textOf: () => string,
  isWished = false,
): Promise<void> {
  document.saving = document.saving.then(async () => {
    document.isSaving.value = true;
    try {
      if (!document.conflict.peek()) await save(keeper, document, textOf(), isWished);
      document.failure.value = undefined;
    } catch (error) {
      await explain(keeper, document, error);
    } finally {
      document.isSaving.value = false;
    }
  });
  return document.saving;
}

async function save(
  keeper: EditKeeper,
  document: KeptDocument,
  text: string,
  isWished: boolean,
): Promise<void> {
  const edit = readDraft(text);
  if (isSyntaxProblem(edit)) return;
  const name = document.name.peek();
  const place = document.place.peek();
  const { id, version } = place
    ? await keeper.save(place.id, { name, edit }, { version: place.version, autosave: !isWished })
    : await keeper.create({ name, edit });
  document.place.value = { id, version };
  document.saved.value = { name, text };
}

/** Shows why a save has failed. */
async function explain(keeper: EditKeeper, document: KeptDocument, error: unknown): Promise<void> {
  const place = document.place.peek();
  const status = error instanceof KinoraApiError ? error.status : undefined;
  try {
    if (place && status === 404) document.conflict.value = { kind: 'deleted' };
    else if (place && status === 412)
      document.conflict.value = { kind: 'changed', theirs: await keeper.get(place.id) };
    else document.failure.value = describeError(error);
  } catch (next) {
    document.failure.value = describeError(next);
  }
}

/** The ways to end a conflict: the state of the server, one's own after it, or one's own as another edit. */
export type Decision = 'theirs' | 'mine' | 'both';

/**
 * Ends a conflict. Neither side is lost: the server has both as versions or as two edits, or undo brings one's own
 * state back.
 *
 * @param show Shows the state of the server in place of one's own. Returns its text.
 */
export async function decideConflict(
  keeper: EditKeeper,
  document: KeptDocument,
  decision: Decision,
  textOf: () => string,
  show: (theirs: KeptEdit) => string,
): Promise<void> {
  const conflict = document.conflict.peek();
  if (!conflict) return;
  if (conflict.kind === 'changed' && decision !== 'both') {
    const { id, version, name } = conflict.theirs;
    document.place.value = { id, version };
    if (decision === 'theirs') {
      document.name.value = name;
      document.saved.value = { name, text: show(conflict.theirs) };
    }
  } else {
    document.place.value = undefined;
    document.saved.value = undefined;
    if (decision === 'both') document.name.value = `${document.name.peek()} (my copy)`;
  }
  document.conflict.value = undefined;
  if (decision !== 'theirs') await saveDocument(keeper, document, textOf, true);
}
