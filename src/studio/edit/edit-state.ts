import { batch, computed, effect, signal } from '@preact/signals';
import {
  type ErrorDetail,
  KinoraApiError,
  type KinoraClient,
  type MissingMedia,
  type Warning,
} from '../../client/index.ts';
import { type ClipSpan, endOf, keyOf, type KnownTimes, listSpans } from '../document/clip-spans.ts';
import {
  type Change,
  changeText,
  type DraftEdit,
  isSyntaxProblem,
  readDraft,
  toEdit,
  type SyntaxProblem,
} from '../document/edit-text.ts';
import { beginHistory, record, redo, undo } from '../document/history.ts';
import { shapeDraft } from '../document/shape-draft.ts';
import { shareParts } from '../document/share-parts.ts';
import { listDraftOutputs } from '../document/shapes.ts';
import { listSpeeches } from '../document/captions.ts';
import { changesTracks } from '../document/tracks/track-heads.ts';
import { notify } from '../shell/notice.tsx';
import { describeError } from '../shell/describe-error.ts';
import { createKeptDocument, type KeptDocument, toNew, UNNAMED } from '../kept/kept-document.ts';
import { session } from '../shell/session.ts';
import { nominalRateOf } from '../../edit/output/nominal-rate.ts';
import { FIRST_EDIT } from './first-edit.ts';

/** The answer of the server to an edit. */
export interface EditCheck {
  /** The text that was checked. */
  readonly text: string;
  readonly problems: readonly ErrorDetail[];
  readonly warnings: readonly Warning[];
  /** What is generated for the edit and is not there yet. */
  readonly missing: readonly MissingMedia[];
  readonly times: KnownTimes | undefined;
  /** Length of the timeline in seconds, if it is known. */
  readonly duration: number | undefined;
  /** The reason why the edit could not be checked, such as a server that does not answer. */
  readonly failure: string | undefined;
}

/** Milliseconds without a change after which an edit is checked. */
const CHECK_AFTER_MS = 250;
/** Milliseconds between two checks. Slow typing would otherwise ask for one with each letter. */
const CHECK_EVERY_MS = 800;
/** The same while words are written that the server speaks. It would speak every half of them. */
const SPEAK_AFTER_MS = 900;
const UNCHECKED: EditCheck = {
  text: '',
  problems: [],
  warnings: [],
  missing: [],
  times: undefined,
  duration: undefined,
  failure: undefined,
};

/** The text of the edit with its earlier and later states. The one thing that all parts of the view show. */
export const history = signal(beginHistory(FIRST_EDIT));

/** The name and the place of the edit on the server. */
export const openDocument = signal(createKeptDocument(toNew(UNNAMED, FIRST_EDIT)));

/** The edit that was open before this one. Undo goes back to it. */
export const documentBefore = signal<KeptDocument | undefined>(undefined);

/** True if there is something to undo. */
export const canUndo = computed(() => history.value.past.length > 0 || documentBefore.value !== undefined);

/** The JSON text of the edit. */
export const text = computed(() => history.value.present);

const read = computed(() => readDraft(text.value));
let lastEdit: DraftEdit = {};

/** The edit, as it was when its text could last be read. Its parts are new objects only if they have changed. */
export const draft = computed<DraftEdit>(() => {
  const found = read.value;
  if (!isSyntaxProblem(found)) lastEdit = shareParts(lastEdit, shapeDraft(found));
  return lastEdit;
});

/** Returns the edit as it is written, to send it. {@link draft} leaves out what the Studio cannot use. */
export function readWritten(): DraftEdit {
  const found = read.peek();
  return isSyntaxProblem(found) ? draft.peek() : found;
}

/** The placeholders of the edit. */
export const merge = computed(() => draft.value.merge);

/** The reason why the text cannot be read. Undefined if it can. */
export const syntaxProblem = computed<SyntaxProblem | undefined>(() =>
  isSyntaxProblem(read.value) ? read.value : undefined,
);

/** The last answer of the server. */
export const editCheck = signal<EditCheck>(UNCHECKED);

const times = computed(() => editCheck.value.times);
let lastSpans: readonly ClipSpan[] = [];

/** The clips with their times. The same list as before, if no time has changed. */
export const spans = computed<readonly ClipSpan[]>(
  () => (lastSpans = shareParts(lastSpans, listSpans(draft.value, times.value))),
);

let lastProblems: readonly string[] = [];

/** The fields that have problems. The same list as before, if they have not changed. */
export const problemFields = computed<readonly string[]>(() => {
  const fields = editCheck.value.problems.map(({ field = '' }) => field);
  return (lastProblems = shareParts(lastProblems, fields));
});

/** Length of the timeline in seconds. */
export const timelineEnd = computed(() => {
  const written = endOf(spans.value);
  return editCheck.value.text === text.value ? (editCheck.value.duration ?? written) : written;
});

/** The second of the timeline that is shown. */
export const playhead = signal(0);

/** The keys of the selected clips. See {@link keyOf}. */
export const selection = signal<ReadonlySet<string>>(new Set());

/** The spans of the selected clips. */
export const selected = computed<readonly ClipSpan[]>(() =>
  spans.value.filter((span) => selection.value.has(keyOf(span))),
);

/** Frames per second of the output. */
export const frameRate = computed(() => {
  const output = listDraftOutputs(draft.value)[0];
  const [fps, resolution, format] = ['fps', 'resolution', 'format'].map((name) => output?.[name]);
  return nominalRateOf({
    ...(typeof fps === 'number' && fps > 0 && { fps: fps as 25 }),
    ...(resolution === 'preview' && { resolution }),
    ...(format === 'gif' && { format }),
  });
});

/** The tracks that may not be changed, except in the JSON. */
export const lockedTracks = signal<ReadonlySet<number>>(new Set());

/**
 * Applies changes to the edit, unless they would change a locked track. Returns true if it has.
 *
 * @param group see {@link record}.
 */
export function apply(changes: readonly Change[], group?: string): boolean {
  if (changes.length === 0 || syntaxProblem.value) return false;
  const next = changeText(text.value, changes);
  const locked = lockedTracks.peek();
  if (locked.size > 0 && changesTracks(draft.peek(), shapeDraft(readDraft(next) as DraftEdit), locked)) {
    notify('This track is locked. Unlock it at its head to change it.');
    return false;
  }
  replaceText(next, group);
  return true;
}

/** Number of edits that were opened in place of another. Work for an earlier one must not change this one. */
export const openedEdits = signal(0);

/**
 * Opens another edit. The one before comes back with one step of undo.
 *
 * @param start its name and its place, if the server has this text. Default: a new edit, which is not saved before
 *   it changes.
 */
export function openEdit(next: string, start = toNew(UNNAMED, next)): void {
  const before = openDocument.peek();
  const opened = createKeptDocument(start);
  batch(() => {
    leaveDocument();
    documentBefore.value = before;
    openDocument.value = opened;
    history.value = beginHistory(next);
  });
}

/** Keeps the texts of the open edit, because another one is opened. The check was of this one. */
function leaveDocument(): void {
  openDocument.peek().left = history.peek();
  openedEdits.value += 1;
  editCheck.value = UNCHECKED;
}

/** Returns the text of an edit, whether it is open or was open before. */
export function textOf(document: KeptDocument): string {
  return document === openDocument.peek() ? text.peek() : (document.left ?? history.peek()).present;
}

/** Replaces the whole text. @param group see {@link record}. */
export function replaceText(next: string, group?: string): void {
  history.value = record(history.value, next, group);
}

/** Takes the last change back. */
export function undoChange(): void {
  const before = documentBefore.peek();
  if (history.peek().past.length > 0 || !before?.left) {
    history.value = undo(history.value);
    return;
  }
  const { left } = before;
  batch(() => {
    leaveDocument();
    documentBefore.value = undefined;
    openDocument.value = before;
    history.value = left;
  });
}

/** Makes the change again that was taken back last. */
export function redoChange(): void {
  history.value = redo(history.value);
}

/** Moves the playhead, within the timeline. */
export function seek(second: number): void {
  const last = Math.max(0, timelineEnd.value - 1 / frameRate.value);
  playhead.value = Math.min(Math.max(0, second), last);
}

let checking = new AbortController();
let lastCheck = -Infinity;
let spoken = '';
effect(() => {
  const current = session.value;
  const given = text.value;
  const edit = read.value;
  checking.abort();
  if (!current || isSyntaxProblem(edit)) return;
  const own = (checking = new AbortController());
  const speeches = listSpeeches(draft.value);
  const rest = speeches === spoken ? CHECK_AFTER_MS : SPEAK_AFTER_MS;
  const timer = setTimeout(
    () => {
      lastCheck = performance.now();
      spoken = speeches;
      void askServer(current.client, edit, given, own.signal);
    },
    Math.max(rest, lastCheck + CHECK_EVERY_MS - performance.now()),
  );
  own.signal.addEventListener('abort', () => clearTimeout(timer));
});

async function askServer(
  client: KinoraClient,
  edit: DraftEdit,
  given: string,
  signal: AbortSignal,
): Promise<void> {
  const before = editCheck.peek();
  try {
    const found = await client.dryRun(toEdit(edit), { generate: 'free', signal });
    const { timeline, warnings, missing = [] } = found;
    editCheck.value = {
      text: given,
      problems: [],
      // A remark on what is missing says more.
      warnings: warnings.filter(({ field }) => !missing.some((each) => each.field === field)),
      missing,
      times: timeline,
      duration: timeline.duration ?? undefined,
      failure: undefined,
    };
  } catch (error) {
    if (signal.aborted) return;
    const problems = error instanceof KinoraApiError ? error.details : [];
    const failure = problems.length === 0 ? describeError(error) : undefined;
    editCheck.value = { ...before, text: given, problems, warnings: [], missing: [], failure };
  }
}
