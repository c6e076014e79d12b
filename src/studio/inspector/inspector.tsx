import '../style/inspector.css';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { editSchema, loadSchema, schemaFailure } from './schema-state.ts';

/** The form, which comes with the schema after the first view of the page. */
const form = signal<typeof import('./edit-form.tsx').EditForm | undefined>(undefined);
const formFailure = signal<string | undefined>(undefined);

/** The form of the selected clip, or of the output and the timeline if no clip is selected. */
export function Inspector(): JSX.Element {
  useEffect(() => void loadForm(), []);
  const { value: root } = editSchema;
  const { value: Form } = form;
  const failure = schemaFailure.value ?? formFailure.value;
  if (failure !== undefined)
    return (
      <div class="empty">
        <h2>The form is not there</h2>
        <p>{failure}</p>
        <button type="button" class="button" onClick={() => void loadForm()}>
          Try again
        </button>
      </div>
    );
  return root && Form ? <Form root={root} /> : <p class="form-wait soft">Loading the fields …</p>;
}

async function loadForm(): Promise<void> {
  const schema = loadSchema();
  formFailure.value = undefined;
  try {
    const { EditForm } = await import('./edit-form.tsx');
    form.value = EditForm;
  } catch {
    formFailure.value = 'It could not be loaded. Reload the page.';
  }
  await schema;
}
