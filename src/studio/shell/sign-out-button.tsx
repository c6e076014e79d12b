import type { JSX } from 'preact';
import { uploadsOfSession } from '../assets/upload-session.ts';
import { text } from '../edit/edit-state.ts';
import { FIRST_EDIT } from '../edit/first-edit.ts';
import { AskingButton } from './asking-button.tsx';
import { signOut } from './session.ts';

/** Signs out. Asks before an edit or an upload is lost, which only the browser has. */
export function SignOutButton(props: { readonly isPlain: boolean }): JSX.Element {
  const hasSomething = (): boolean =>
    text.peek() !== FIRST_EDIT || (uploadsOfSession()?.uploads.peek().length ?? 0) > 0;
  return (
    <AskingButton
      kind={props.isPlain ? 'plain' : ''}
      title="Sign out"
      question="Sign out and remove your edit?"
      text="The edit and the unfinished uploads are only in this browser, and signing out removes them. To have the edit later, keep it as a template first."
      action="Sign out and remove"
      asks={hasSomething}
      run={signOut}
    />
  );
}
