import type { JSX } from 'preact';
import { uploadsOfSession } from '../assets/upload-session.ts';
import { isWorkSaved } from '../kept/autosave.ts';
import { AskingButton } from './asking-button.tsx';
import { signOut } from './session.ts';

/** Signs out. Asks before an edit or an upload is lost, which only the browser has. */
export function SignOutButton(props: { readonly isPlain: boolean }): JSX.Element {
  const hasSomething = (): boolean =>
    !isWorkSaved.peek() || (uploadsOfSession()?.uploads.peek().length ?? 0) > 0;
  return (
    <AskingButton
      kind={props.isPlain ? 'plain' : ''}
      title="Sign out"
      question="Sign out and remove unsaved work?"
      text="The last changes of your edit or unfinished uploads are only in this browser, and signing out removes them."
      action="Sign out and remove"
      asks={hasSomething}
      run={signOut}
    />
  );
}
