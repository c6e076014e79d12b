import type { JSX } from 'preact';
import type { Render } from '../../client/index.ts';
import { type DraftEdit, isSyntaxProblem, readDraft } from '../document/edit-text.ts';
import { readFieldName } from '../document/json-places.ts';
import { findFileName } from '../files/known-files.ts';
import { nameClips } from '../remarks/name-clips.ts';
import { wordsOf } from '../schema/field-words.ts';
import { findClipKey, isCancelled } from './describe-render.ts';
import { openInEdit } from './open-in-edit.ts';

/** The error of a failed render, and the remarks on its edit. A button leads to the clip of a remark. */
export function RenderMessages(props: {
  readonly render: Render;
  readonly edit: string | undefined;
}): JSX.Element | null {
  const { warnings = [] } = props.render;
  const error = isCancelled(props.render) ? undefined : props.render.error;
  if (error === undefined && warnings.length === 0) return null;
  return (
    <section aria-label="Messages">
      <h2>{error === undefined ? 'Remarks on the edit' : 'What went wrong'}</h2>
      <ul class="message-list">
        {error !== undefined && (
          <Message tone="bad" text={error} field={findClipKey(error) ?? ''} edit={props.edit} />
        )}
        {warnings.map(({ field, text }) => (
          <Message key={`${field} ${text}`} tone="warn" text={text} field={field} edit={props.edit} />
        ))}
      </ul>
    </section>
  );
}

/** A message with the name of its clip, or of its field outside of clips. */
function Message(props: {
  readonly tone: 'bad' | 'warn';
  readonly text: string;
  readonly field: string;
  readonly edit: string | undefined;
}): JSX.Element {
  const { tone, field, edit } = props;
  const path = readFieldName(field);
  const { text, clip } = nameClips({ text: props.text, path }, readEdit(edit), findFileName);
  const about =
    clip ??
    path
      .filter((step) => typeof step === 'string')
      .map(wordsOf)
      .join(', ');
  return (
    <li class={`message ${tone}`}>
      <span>
        {about !== '' && <strong>{about}: </strong>}
        {text}
      </span>
      <ShowClip text={field} edit={edit} />
    </li>
  );
}

/** Reads the edit of a render. Empty if it is not there yet. */
function readEdit(text: string | undefined): DraftEdit {
  const read = text === undefined ? {} : readDraft(text);
  return isSyntaxProblem(read) ? {} : read;
}

function ShowClip(props: { readonly text: string; readonly edit: string | undefined }): JSX.Element | null {
  const clip = findClipKey(props.text);
  const { edit } = props;
  if (clip === undefined || edit === undefined) return null;
  return (
    <button type="button" class="button small" onClick={() => openInEdit(edit, clip)}>
      Show the clip
    </button>
  );
}
