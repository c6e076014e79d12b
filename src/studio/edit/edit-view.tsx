import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConflictMessage } from '../kept/conflict-message.tsx';
import type { JsonPath } from '../document/edit-text.ts';
import { readFieldName } from '../document/json-places.ts';
import '../style/edit.css';
import { handleClipboard } from '../timeline/clipboard.ts';
import { TimelinePanel } from '../timeline/timeline.tsx';
import { editCheck, syntaxProblem } from './edit-state.ts';
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

/** The problems and the remarks of the server. A click shows the field that one is about. */
function ProblemList(): JSX.Element | null {
  const { problems, warnings, failure } = editCheck.value;
  const syntax = syntaxProblem.value;
  if (!syntax && problems.length === 0 && warnings.length === 0 && failure === undefined) return null;
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
      {!syntax &&
        warnings.map(({ text, field }) => (
          <li key={`${field} ${text}`} class="message warn">
            {text} <Show path={readFieldName(field)} name={field} />
          </li>
        ))}
    </ul>
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
