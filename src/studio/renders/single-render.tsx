import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { KinoraClient, Render } from '../../client/index.ts';
import { nameClip } from '../document/clip-spans.ts';
import { isSyntaxProblem, readDraft } from '../document/edit-text.ts';
import { findNamingClip } from '../document/find-naming-clip.ts';
import { findFileName } from '../files/known-files.ts';
import { describeTime } from '../media/describe-facts.ts';
import { downloadAddressOf } from '../media/media-kind.ts';
import { AskingButton } from '../shell/asking-button.tsx';
import { FailureMessage } from '../shell/failure-message.tsx';
import { notify } from '../shell/notice.tsx';
import { addressOf, goTo } from '../shell/route.ts';
import { CallbackPanel } from './callback-panel.tsx';
import { describeStatus, toneOf } from './describe-render.ts';
import { openInEdit } from './open-in-edit.ts';
import { RenderFacts } from './render-facts.tsx';
import { RenderMessages } from './render-messages.tsx';
import { ResultPlayer } from './result-player.tsx';
import { isEnded } from './render-rows.ts';
import { RenderWatch } from './render-watch.ts';
import { RequestPanel } from './request-panel.tsx';

/** One render: its file, its facts, and its buttons. */
export function SingleRender(props: { readonly client: KinoraClient; readonly id: string }): JSX.Element {
  const { client, id } = props;
  const watch = useMemo(() => new RenderWatch(client, id), [client, id]);
  useEffect(() => {
    void watch.open();
    return () => watch.close();
  }, [watch]);
  const { value: render } = watch.render;
  const { value: edit } = watch.edit;
  const { value: failure } = watch.failure;
  return (
    <main class="page detail">
      <a class="back" href={addressOf('renders')}>
        ‹ All renders
      </a>
      <FailureMessage text={failure} />
      {render && (
        <>
          <Header render={render} watch={watch} edit={edit} />
          <div class="detail-body">
            <ResultPlayer render={render} />
            <RenderFacts render={render} client={client} />
          </div>
          <RenderMessages render={render} edit={edit} />
          <CallbackPanel client={client} id={id} isEnded={isEnded(render.status)} />
          {edit !== undefined && <RequestPanel edit={edit} />}
        </>
      )}
    </main>
  );
}

interface HeaderProps {
  readonly render: Render;
  readonly watch: RenderWatch;
  readonly edit: string | undefined;
}

function Header({ render, watch, edit }: HeaderProps): JSX.Element {
  const { url } = render;
  return (
    <header>
      <div>
        <h1>{readName(edit) ?? 'Render'}</h1>
        <span class="soft">{describeTime(render.created, Date.now())}</span>
        <span class={`badge ${toneOf(render)}`} role="status">
          {describeStatus(render)}
        </span>
      </div>
      <div class="actions">
        <RemoveButton isFinished={isEnded(render.status)} watch={watch} />
        {edit !== undefined && (
          <button type="button" class="button" onClick={() => openInEdit(edit)}>
            Open its edit
          </button>
        )}
        {url !== undefined && (
          <a class="button main" href={downloadAddressOf(url)} rel="noopener" download>
            Download
          </a>
        )}
      </div>
    </header>
  );
}

function readName(edit: string | undefined): string | undefined {
  const found = edit === undefined ? {} : readDraft(edit);
  const clip = isSyntaxProblem(found) ? undefined : findNamingClip(found);
  return clip && nameClip(clip, findFileName);
}

/** Cancels a render that runs at once. Asks before it deletes a finished one. */
function RemoveButton(props: { readonly isFinished: boolean; readonly watch: RenderWatch }): JSX.Element {
  const { isFinished, watch } = props;
  const remove = async (): Promise<void> => {
    await watch.remove();
    notify(isFinished ? 'The render is deleted.' : 'The render is cancelled.');
    if (isFinished) goTo('renders');
  };
  return (
    <AskingButton
      title={isFinished ? 'Delete' : 'Cancel'}
      question="Delete this render?"
      text="Its edit and its hosted files are deleted with it, and their addresses stop working. This cannot be undone."
      action="Delete"
      asks={() => isFinished}
      run={remove}
    />
  );
}
