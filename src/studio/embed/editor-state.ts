import { batch, effect, signal } from '@preact/signals';
import type { EditorCalls, EditorLook, EditorSetup, TitledEdit } from '../../embed/editor-messages.ts';
import type { KinoraClient } from '../../client/index.ts';
import { type DraftEdit, writeEdit } from '../document/edit-text.ts';
import {
  documentBefore,
  openDocument,
  openEdit,
  playhead,
  readWritten,
  redoChange,
  replaceText,
  seek,
  syntaxProblem,
  text,
  undoChange,
} from '../edit/edit-state.ts';
import { keepVersion, openKept } from '../kept/autosave.ts';
import { describeError } from '../shell/describe-error.ts';
import { hostPage } from '../shell/host-page.ts';
import { account, SERVER_URL, session } from '../shell/session.ts';
import { createEmbeddedClient, OWN_PLACE, type SiteLine } from './embedded-client.ts';
import { RenderMessage, shownRender } from './render-message.tsx';
import { showLook } from './show-look.ts';
import { PageToken } from './page-token.ts';

/** The state of the page: the edit is still to come, is open, or cannot be opened. */
export const opening = signal<'waiting' | 'open' | { readonly failure: string }>('waiting');

/** The token of the page around the editor. Undefined until it is there. */
export const pageToken = signal<PageToken | undefined>(undefined);

/** Milliseconds between two reports of a change. */
const REPORT_EVERY_MS = 100;

/** Returns the edit as it is written, with its name. */
function readNamed(edit: DraftEdit = readWritten()): TitledEdit {
  return { edit, name: openDocument.peek().name.peek() };
}

/** Returns the calls with which the page around the editor steers it. @param origin the origin of that page. */
export function answerPage(findLine: () => SiteLine, origin: string): EditorCalls {
  return {
    open: async (setup) => {
      try {
        await open(setup, findLine(), origin);
        opening.value = 'open';
      } catch (error) {
        opening.value = { failure: describeError(error) };
        throw error;
      }
    },
    look: (look) => applyLook(look, findLine()),
    token: (token) => pageToken.peek()?.replace(token),
    getEdit: () => readNamed(),
    setEdit: (edit) => {
      const written = writeEdit(requireEdit(edit));
      if (written !== writeEdit(readWritten())) replaceText(written);
      // It may be shorter than the one before.
      seek(playhead.peek());
    },
    save: async () => {
      await keepVersion();
      const { failure, conflict } = openDocument.peek();
      if (conflict.peek()) throw new Error('The edit was saved or deleted elsewhere. The user must decide.');
      if (failure.peek() !== undefined) throw new Error(failure.peek());
    },
    undo: undoChange,
    redo: redoChange,
    seek: (second) => {
      if (!Number.isFinite(second)) throw new Error('`seek` needs a number of seconds.');
      seek(second);
    },
    showRender: (render) => void (shownRender.value = render),
  };
}

function requireEdit(edit: unknown): object {
  if (typeof edit === 'object' && edit !== null && !Array.isArray(edit)) return edit;
  throw new Error('An edit must be an object, as JSON has it.');
}

async function open({ look, own, ...setup }: EditorSetup, line: SiteLine, origin: string): Promise<void> {
  await applyLook(look, line);
  const token = new PageToken(setup.token, origin, (ended) => line.call('token', ended));
  const client = createEmbeddedClient({ ...setup, own }, token, line);
  const server = { url: SERVER_URL, version: setup.version, token: setup.token, fetch: token.fetch };
  const found = await client.account();
  pageToken.value = token;
  batch(() => {
    account.value = found;
    session.value = { client, server, key: setup.token, stage: setup.version, owner: found.owner };
  });
  const { edit = '' } = found.token ?? {};
  if (own) {
    const written = writeEdit(requireEdit(own.edit));
    openEdit(written, { name: own.name, place: OWN_PLACE, saved: { name: own.name, text: written } });
  } else await openKept(edit);
  // Undo must not lead to the edit of a new browser.
  documentBefore.value = undefined;
  followToken(token, found.token?.expires ?? '');
  void line.call('load', readNamed());
  reportChanges(line);
  reportFaults(line, token);
}

/** Keeps the session at the latest token, and replaces that before it ends. */
function followToken(token: PageToken, end: string): void {
  token.renewBefore(end);
  let before = token.current.peek();
  let hasFailed = false;
  effect(() => {
    const key = token.current.value;
    const current = session.peek();
    if (token.problem.value !== undefined) hasFailed = true;
    if (key === before || !current) return;
    before = key;
    // For another client, all that has failed is asked for again.
    const client = hasFailed ? (Object.create(current.client) as KinoraClient) : current.client;
    hasFailed = false;
    session.value = { ...current, client, server: { ...current.server, token: key }, key };
    void client.account().then(
      (found) => token.renewBefore(found.token?.expires ?? ''),
      // The next request says it.
      () => undefined,
    );
  });
}

async function applyLook(look: EditorLook, line: SiteLine): Promise<void> {
  await showLook(look);
  hostPage.value = {
    hidden: new Set(look.hide),
    render: (edit) => line.call('render', readNamed(edit)),
    RenderMessage,
  };
}

function reportChanges(line: SiteLine): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = `${openDocument.peek().name.peek()}\n${text.peek()}`;
  effect(() => {
    const present = `${openDocument.value.name.value}\n${text.value}`;
    if (present === before || syntaxProblem.value) return;
    before = present;
    timer ??= setTimeout(() => {
      timer = undefined;
      void line.call('change', readNamed());
    }, REPORT_EVERY_MS);
  });
}

function reportFaults(line: SiteLine, token: PageToken): void {
  effect(() => {
    const { failure, conflict } = openDocument.value;
    if (conflict.value)
      void line.call('error', { code: 'conflict', message: 'The edit was saved or deleted elsewhere.' });
    else if (failure.value !== undefined) void line.call('error', { code: 'save', message: failure.value });
  });
  effect(() => {
    const { value: message } = token.problem;
    if (message !== undefined) void line.call('error', { code: 'token', message });
  });
}
