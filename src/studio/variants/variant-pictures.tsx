import '../style/variants.css';
import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { nearestFrameAt, secondsOfFrames } from '../document/frame-grid.ts';
import { toEdit } from '../document/edit-text.ts';
import { listDraftOutputs, findShapeOf } from '../document/shapes.ts';
import { draft, editCheck, frameRate, playhead, text } from '../edit/edit-state.ts';
import { formatClock } from '../edit/format-time.ts';
import { previewDraft } from '../edit/preview-draft.ts';
import { writeValue } from '../schema/field-words.ts';
import { requestPace, session } from '../shell/session.ts';

/** Milliseconds without a change after which the pictures are drawn. The main one comes first. */
const REST_MS = 600;

/** The pictures of the other outputs at the playhead, beside that of the first one. */
export function VariantPictures(): JSX.Element | null {
  const outputs = listDraftOutputs(draft.value);
  if (outputs.length < 2) return null;
  return (
    <ul class="variants" aria-label="Other outputs">
      {outputs.slice(1).map((output, index) => (
        <VariantPicture
          key={index}
          output={index + 1}
          name={findShapeOf(output) ?? writeValue(output['format'])}
        />
      ))}
    </ul>
  );
}

interface VariantProps {
  /** The place of the output. */
  readonly output: number;
  readonly name: string;
}

function VariantPicture({ output, name }: VariantProps): JSX.Element {
  const picture = useSignal<string | undefined>(undefined);
  useSignalEffect(() => {
    const { client } = session.value ?? {};
    const edit = previewDraft.value;
    const at = secondsOfFrames(nearestFrameAt(playhead.value, frameRate.value), frameRate.value);
    const { text: checked, problems } = editCheck.value;
    if (!client || checked !== text.value || problems.length > 0) return;
    const own = new AbortController();
    const draw = async (): Promise<void> => {
      requestPace.notePicture();
      const { signal } = own;
      const bytes = await client.frame(toEdit(edit), at, { output, format: 'jpeg', signal });
      picture.value = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }));
    };
    const timer = setTimeout(
      // The picture before stays. The main picture says what is wrong.
      () => void draw().catch(() => undefined),
      Math.max(REST_MS, requestPace.spareWait()),
    );
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  });
  useEffect(() => {
    const shown = picture.value;
    return () => {
      if (shown !== undefined) URL.revokeObjectURL(shown);
    };
  }, [picture.value]);
  return (
    <li>
      {picture.value === undefined ? (
        <span class="soft">…</span>
      ) : (
        <img src={picture.value} alt={`${name} at ${formatClock(playhead.value)}`} />
      )}
      <span class="soft">{name}</span>
    </li>
  );
}
