import '../style/remarks.css';
import type { JSX } from 'preact';
import { draft, editCheck, syntaxProblem } from '../edit/edit-state.ts';
import { showField } from '../edit/side-tabs.ts';
import { findFileName } from '../files/known-files.ts';
import { Icon } from '../layout/icon.tsx';
import { account } from '../shell/session.ts';
import { countRemarks, listNamedClips, listRemarks, type Remark } from './list-remarks.ts';

/** The remarks on the edit in one line, with the names of their clips. A click opens them. */
export function RemarkLine(): JSX.Element {
  const remarks = listRemarks(
    {
      edit: draft.value,
      check: editCheck.value,
      syntax: syntaxProblem.value,
      account: account.value,
    },
    findFileName,
  );
  const isBlocked = remarks.some(({ isBlocking }) => isBlocking);
  return (
    <div class="remarks" aria-live="polite">
      {remarks.length > 0 && (
        <details class={isBlocked ? 'blocked' : ''}>
          <summary>
            <Icon name={isBlocked ? 'problem' : 'warning'} />
            <strong>{countRemarks(remarks)}</strong>
            <span class="soft names">{listNamedClips(remarks).join(', ')}</span>
            <Icon name="down" />
          </summary>
          <ul class="problems" aria-label="Problems" aria-live="off">
            {remarks.map((remark, index) => (
              <RemarkItem key={index} remark={remark} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function RemarkItem({ remark }: { readonly remark: Remark }): JSX.Element {
  const { text, clip, path, isBlocking, command } = remark;
  return (
    <li class={`message ${isBlocking ? 'bad' : 'warn'}`}>
      {clip !== undefined && <strong translate={false}>{clip}: </strong>}
      {text} {command !== undefined && <code>{command}</code>}{' '}
      {path.length > 0 && (
        <button
          type="button"
          class="link"
          aria-label={`Show ${String(path.at(-1))} of ${clip ?? 'the edit'}`}
          onClick={() => showField(path)}
        >
          Show
        </button>
      )}
    </li>
  );
}
