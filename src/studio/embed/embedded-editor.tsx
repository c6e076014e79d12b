import '../style/embed.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { openDocument } from '../edit/edit-state.ts';
import { EditView } from '../edit/edit-view.tsx';
import { OpenFileDialog } from '../files/open-file-dialog.tsx';
import { Tip } from '../layout/tip.tsx';
import { isPartShown } from '../shell/host-page.ts';
import { Notice } from '../shell/notice.tsx';
import { rejectStrayFiles } from '../tray/file-drag.ts';
import { opening, pageToken } from './editor-state.ts';
import { language } from './show-look.ts';

/** The editor in the page of another site: the view in which an edit is made, and nothing around it. */
export function EmbeddedEditor({ isFramed }: { readonly isFramed: boolean }): JSX.Element {
  useEffect(() => {
    addEventListener('dragover', rejectStrayFiles);
    addEventListener('drop', rejectStrayFiles);
  }, []);
  const { value: state } = opening;
  if (!isFramed)
    return <State text="This page is a part of other pages. It shows nothing of its own." isBad={false} />;
  if (state === 'waiting') return <State text="Opening the edit …" isBad={false} />;
  if (state !== 'open') return <State text={state.failure} isBad />;
  return (
    <div class="embedded" key={language.value}>
      <Problem />
      <EditView />
      <OpenFileDialog />
      <Notice />
      <Tip />
    </div>
  );
}

function State({ text, isBad }: { readonly text: string; readonly isBad: boolean }): JSX.Element {
  return (
    <main class="page">
      <p class={isBad ? 'message bad' : 'soft'} role={isBad ? 'alert' : 'status'}>
        {text}
      </p>
    </main>
  );
}

/** Says that the page has no token that works, or that the edit is not saved if its state is hidden. */
function Problem(): JSX.Element | null {
  const { value: token } = pageToken;
  const access = token?.problem.value;
  const unsaved = isPartShown('title') ? undefined : openDocument.value.failure.value;
  const text = access ?? unsaved;
  if (!token || text === undefined) return null;
  return (
    <p class="message bad" role="alert">
      {text} Your work is still here, and is saved as soon as it can be.{' '}
      {access !== undefined && (
        <button type="button" class="button small" onClick={() => void token.renew()}>
          Try again
        </button>
      )}
    </p>
  );
}
