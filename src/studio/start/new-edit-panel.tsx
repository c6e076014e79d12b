import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { writeEdit, type DraftEdit } from '../document/edit-text.ts';
import { openEdit, undoChange } from '../edit/edit-state.ts';
import type { DocumentStart } from '../kept/kept-document.ts';
import { notify } from '../shell/notice.tsx';
import { goTo } from '../shell/route.ts';
import { createEdit, refuseSize, SHAPES } from './new-edits.ts';

/** Opens a new edit instead of the one that is open. It can be taken back. @param start see {@link openEdit}. */
export function beginEdit(edit: DraftEdit, start?: DocumentStart): void {
  openEdit(writeEdit(edit), start);
  goTo('edit');
  notify('A new edit is open.', { title: 'Back to the one before', run: undoChange });
}

/** Begins an edit with one of the usual shapes, or with a size of its own. */
export function NewEditPanel(): JSX.Element {
  const isOwn = useSignal(false);
  return (
    <section class="new-edit" aria-labelledby="new-edit-title">
      <h2 id="new-edit-title">New edit</h2>
      <div class="shapes">
        {SHAPES.map(({ title, ratio, about }) => (
          <button key={ratio} type="button" class="shape-card" onClick={() => beginEdit(createEdit(ratio))}>
            <span class="shape-box" style={{ aspectRatio: ratio.replace(':', ' / ') }} aria-hidden="true" />
            <strong>
              {title} {ratio}
            </strong>
            <span class="soft">{about}</span>
          </button>
        ))}
        <button
          type="button"
          class="shape-card"
          aria-expanded={isOwn.value}
          onClick={() => (isOwn.value = !isOwn.value)}
        >
          <span class="shape-box own" aria-hidden="true" />
          <strong>Own size</strong>
          <span class="soft">Any width and height</span>
        </button>
      </div>
      {isOwn.value && <OwnSize />}
    </section>
  );
}

function OwnSize(): JSX.Element {
  const problem = useSignal<string | undefined>(undefined);
  const begin = (form: HTMLFormElement): void => {
    const values = new FormData(form);
    const read = (name: string): string => {
      const written = values.get(name);
      return typeof written === 'string' ? written : '';
    };
    const [width, height] = [read('width'), read('height')];
    problem.value = refuseSize('width', width) ?? refuseSize('height', height);
    if (problem.value === undefined) beginEdit(createEdit({ width: Number(width), height: Number(height) }));
  };
  return (
    <form
      class="own-size"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        begin(event.currentTarget);
      }}
    >
      <label class="field">
        <span>Width in pixels</span>
        <input class="input" name="width" inputMode="numeric" defaultValue="1080" autocomplete="off" />
      </label>
      <label class="field">
        <span>Height in pixels</span>
        <input class="input" name="height" inputMode="numeric" defaultValue="1350" autocomplete="off" />
      </label>
      <button class="button main">Begin</button>
      {problem.value !== undefined && (
        <p class="message bad" role="alert">
          {problem.value}
        </p>
      )}
    </form>
  );
}
