import type { JSX } from 'preact';
import type { Render } from '../../client/index.ts';
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
          <li class="message bad">
            <span>{error}</span>
            <ShowClip text={error} edit={props.edit} />
          </li>
        )}
        {warnings.map(({ field, text }) => (
          <li key={`${field} ${text}`} class="message warn">
            <span>
              <code>{field}</code> {text}
            </span>
            <ShowClip text={field} edit={props.edit} />
          </li>
        ))}
      </ul>
    </section>
  );
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
