import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { momentAt } from '../document/preview/shown-moment.ts';
import { toEdit } from '../document/edit-text.ts';
import { editCheck, frameRate, playhead, text } from '../edit/edit-state.ts';
import { formatClock } from '../edit/format-time.ts';
import { previewDraft } from '../edit/preview-draft.ts';
import { session } from '../shell/session.ts';
import { shownOutput } from '../variants/shown-output.ts';
import { bringPicture, sayFailure } from './bring-picture.ts';
import { editPlayer, playback } from './playback.ts';
import { isPreviewShown, previewFailure } from './preview-signals.ts';

/** The picture of the edit: a frame of the engine first, and then the preview, whose code is loaded after it. */
export function EditPicture(): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isWanted = useSignal(false);
  const first = useFirstFrame();
  useSignalEffect(() => {
    if (first.value !== undefined || previewFailure.value !== undefined || playback.value !== 'stopped')
      isWanted.value = true;
  });
  useEffect(() => {
    if (!isWanted.value || !canvas.current) return;
    return openPreview(canvas.current);
  }, [isWanted.value]);
  // As a signal, it changes its attribute alone, and not all of the picture with each frame that plays.
  const name = useComputed(() => `The frame at ${formatClock(playhead.value)}`);
  const isFirst = !isPreviewShown.value;
  return (
    <>
      {isFirst && first.value === undefined && <p class="soft">The picture appears here.</p>}
      {isFirst && first.value !== undefined && <img src={first.value} alt={name} />}
      <canvas
        ref={canvas}
        class={isFirst ? 'unseen-picture' : ''}
        role="img"
        aria-label={name}
        aria-hidden={isFirst}
      />
    </>
  );
}

/** Loads the preview, and opens it on a canvas. Returns what closes it. */
function openPreview(canvas: HTMLCanvasElement): () => void {
  let close = (): void => undefined;
  const mounted = new AbortController();
  const open = async (): Promise<void> => {
    const { StudioPreview } = await import('./studio-preview.ts');
    if (mounted.signal.aborted) return;
    const preview = new StudioPreview(canvas);
    editPlayer.value = preview;
    close = () => preview[Symbol.dispose]();
  };
  open().catch(() => {
    if (mounted.signal.aborted) return;
    playback.value = 'stopped';
    // The server may have been updated since the page was opened.
    previewFailure.value = 'The player could not be loaded. Reload the page.';
  });
  return () => {
    mounted.abort();
    editPlayer.value = undefined;
    playback.value = 'stopped';
    close();
  };
}

/** Loads the frame at the playhead, until the preview has a picture. Returns its address. */
function useFirstFrame(): ReadonlySignal<string | undefined> {
  const frame = useSignal<string | undefined>(undefined);
  useSignalEffect(() => {
    const client = session.value?.client;
    if (!client || isPreviewShown.value) return;
    // The problems are shown instead.
    if (editCheck.value.text !== text.value || editCheck.value.problems.length > 0) return;
    const [edit, output] = [toEdit(previewDraft.value), shownOutput.value];
    const at = momentAt(playhead.value, frameRate.value);
    const own = new AbortController();
    const draw = async (): Promise<void> => {
      const { signal } = own;
      try {
        const options = { output, format: 'jpeg', signal } as const;
        const bytes = await bringPicture(signal, () => client.frame(edit, at, options));
        if (signal.aborted) return;
        frame.value = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/jpeg' }));
        previewFailure.value = undefined;
      } catch (error) {
        if (!signal.aborted) sayFailure(error);
      }
    };
    void draw();
    return () => own.abort();
  });
  useEffect(() => {
    const shown = frame.value;
    return () => {
      if (shown !== undefined) URL.revokeObjectURL(shown);
    };
  }, [frame.value]);
  return frame;
}
