import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MissingMedia } from '../../client/index.ts';
import { ConflictMessage } from '../kept/conflict-message.tsx';
import type { JsonPath } from '../document/edit-text.ts';
import { readFieldName } from '../document/json-places.ts';
import '../style/edit.css';
import '../style/timeline.css';
import { handleClipboard } from '../timeline/clipboard.ts';
import { TimelinePanel } from '../timeline/timeline.tsx';
import { account } from '../shell/session.ts';
import { remarkOnMissing } from '../speech/remark-on-missing.ts';
import { draft, editCheck, syntaxProblem } from './edit-state.ts';
import { Preview } from './preview.tsx';
import { RenderBar } from './render-bar.tsx';
import { handleShortcut } from './shortcuts.ts';
import { SidePane } from './side-pane.tsx';
import { showField } from './side-tabs.ts';

const CLIPBOARD_EVENTS = ['copy', 'cut', 'paste'] as const;

/** The view in which an edit is made: picture, timeline and JSON in step. */
export function EditView(): JSX.Element {
  useEffect(() => {
    document.addEventListener('keydown', handleShortcut);
    for (const type of CLIPBOARD_EVENTS) document.addEventListener(type, handleClipboard);
    return () => {
      document.removeEventListener('keydown', handleShortcut);
      for (const type of CLIPBOARD_EVENTS) document.removeEventListener(type, handleClipboard);
    };
  }, []);
  return (
    <main class="edit">
      <div class="edit-top">
        <Preview />
        <div class="side">
          <div>
            <RenderBar />
            <ConflictMessage />
          </div>
          <ProblemList />
          <SidePane />
        </div>
      </div>
      <TimelinePanel />
    </main>
  );
}

/** The problems and the remarks of the server, and what is not generated yet. A click shows the field that one is about. */
function ProblemList(): JSX.Element | null {
  const { problems, warnings, missing, failure } = editCheck.value;
  const syntax = syntaxProblem.value;
  const remarks = problems.length + warnings.length + missing.length;
  if (!syntax && remarks === 0 && failure === undefined) return null;
  return (
    <ul class="problems" aria-label="Problems">
      {syntax && <li class="message bad">{syntax.message}</li>}
      {failure !== undefined && <li class="message bad">{failure}</li>}
      {!syntax &&
        problems.map(({ message, field = '', path }) => (
          <li key={`${field} ${message}`} class="message bad">
            {message} <Show path={path ?? readFieldName(field)} name={field} />
          </li>
        ))}
      {!syntax && missing.map((each) => <MissingRemark key={each.field} missing={each} />)}
      {!syntax &&
        warnings.map(({ text, field }) => (
          <li key={`${field} ${text}`} class="message warn">
            {text} <Show path={readFieldName(field)} name={field} />
          </li>
        ))}
    </ul>
  );
}

/** Says what is not generated yet, and what to do. */
function MissingRemark({ missing }: { readonly missing: MissingMedia }): JSX.Element {
  const path = readFieldName(missing.field);
  const { text, command } = remarkOnMissing(missing, draft.value, account.value);
  return (
    <li class={`message ${missing.reason === 'service' ? 'warn' : 'bad'}`}>
      {text} {command !== undefined && <code>{command}</code>} <Show path={path} name={missing.field} />
    </li>
  );
}

function Show({ path, name }: { readonly path: JsonPath; readonly name: string }): JSX.Element | null {
  if (path.length === 0) return null;
  return (
    <button type="button" class="link" aria-label={`Show ${name}`} onClick={() => showField(path)}>
      Show
    </button>
  );
}
