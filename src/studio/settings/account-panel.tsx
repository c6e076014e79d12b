import type { JSX } from 'preact';
import type { Account } from '../../client/index.ts';
import { Fact } from '../shell/fact.tsx';
import { session, SERVER_URL } from '../shell/session.ts';
import { SignOutButton } from '../shell/sign-out-button.tsx';

const SCOPES: Readonly<Record<Account['scope'], string>> = {
  full: 'Everything, also to delete, to generate media and to manage keys.',
  render: 'Render, upload and read. It cannot delete, generate media or manage keys.',
  read: 'Only read. It cannot render, upload or change anything.',
};

const DIALECTS: Readonly<Record<Account['dialect'], string>> = {
  interface: 'interface: the last track is on top.',
  shotstack: 'shotstack: the first track is on top, as in edits that were written for Shotstack.',
};

/** The account that is signed in, and the rights of its key. */
export function AccountPanel({ account }: { readonly account: Account | undefined }): JSX.Element {
  const isStage = session.value?.stage === 'stage';
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">Signed in</h2>
      <dl class="facts">
        <Fact title="Server">
          <code>{SERVER_URL}</code>
        </Fact>
        <Fact title="Environment">
          {isStage ? 'stage: everything has a watermark' : 'v1: for production, without a watermark'}
        </Fact>
        {account && (
          <>
            <Fact title="The key may">{SCOPES[account.scope]}</Fact>
            <Fact title="Dialect">
              {DIALECTS[account.dialect]} The timeline shows the track on top first.
            </Fact>
            <Fact title="Account">
              <code>{account.owner}</code>
            </Fact>
          </>
        )}
        <Fact title="Key">It is kept in this tab only, until you sign out or close the tab.</Fact>
        <Fact title="Edit and uploads">
          They are in this browser for this account, until you sign out. Edits are also kept on the server,
          unless the key may only read.
        </Fact>
      </dl>
      <div class="actions">
        <SignOutButton isPlain={false} />
      </div>
    </section>
  );
}
