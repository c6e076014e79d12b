import '../style/variants.css';
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { nearestFrameAt, secondsOfFrames } from '../document/frame-grid.ts';
import { toEdit } from '../document/edit-text.ts';
import { listDraftOutputs, findShapeOf, readSizeOf } from '../document/shapes.ts';
import { draft, editCheck, frameRate, playhead, text } from '../edit/edit-state.ts';
import { previewDraft } from '../edit/preview-draft.ts';
import { writeValue } from '../schema/field-words.ts';
import { stop } from '../playback/playback.ts';
import { requestPace, session } from '../shell/session.ts';
import { showOutput, shownOutput } from './shown-output.ts';

/** Milliseconds without a change after which pictures are drawn again. The main one comes first. */
const REST_MS = 600;

/** The main picture is so many times as wide as the others of its shape. */
const LARGER = 1.6;

/**
 * The main picture and those of the other outputs, side by side. A press on one makes it the main picture, which has
 * its name below.
 */
export function SideBySide({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const outputs = listDraftOutputs(draft.value);
  if (outputs.length < 2) return <div class="pictures">{children}</div>;
  const widths = outputs.map((output, index) => {
    const { width, height } = readSizeOf(output);
    return `minmax(0, ${(width / height) * (index === shownOutput.value ? LARGER : 1)}fr)`;
  });
  return (
    <div
      class="pictures several"
      style={{ '--widths': widths.join(' '), '--count': widths.length, '--column': shownOutput.value + 1 }}
    >
      {children}
      <ul class="variants" aria-label="Outputs">
        {outputs.map((output, index) => (
          <VariantPicture
            key={index}
            output={index}
            name={findShapeOf(output) ?? writeValue(output['format'])}
          />
        ))}
      </ul>
    </div>
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
    if (shownOutput.value === output) return;
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
      Math.max(picture.peek() === undefined ? 0 : REST_MS, requestPace.spareWait()),
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
  const isShown = shownOutput.value === output;
  return (
    <li class={isShown ? 'shown' : ''} style={{ '--column': output + 1 }}>
      <button
        type="button"
        class="button plain"
        aria-pressed={isShown}
        title={`Show and change the film in ${name}`}
        onClick={() => {
          stop();
          showOutput(output);
        }}
      >
        {!isShown && picture.value !== undefined && <img src={picture.value} alt="" />}
        <span>{name}</span>
      </button>
    </li>
  );
}
