import type { JSX } from 'preact';
import type { JsonPath } from '../document/edit-text.ts';
import { openedEdits } from '../edit/edit-state.ts';
import { chooseFile } from '../files/choose-file.ts';
import { PlaceProgress } from '../files/place-progress.tsx';
import { uploadForPlace } from '../files/place-uploads.ts';
import { findNeededFile } from '../schema/form-field.ts';
import { createValue, type SchemaPart } from '../schema/walk-schema.ts';
import { editSchema } from './schema-state.ts';
import { notifyOtherEdit } from './file-input.tsx';

interface AddValueProps {
  readonly label: string;
  readonly title: string;
  /** The description of the value. */
  readonly part: SchemaPart;
  /** The place of the value, or of the list that it is added to. */
  readonly path: JsonPath;
  readonly add: (value: unknown) => void;
}

/** A button that adds a value. If the value is of no use without a file, the file is chosen first. */
export function AddValue({ label, title, part, path, add }: AddValueProps): JSX.Element {
  const root = editSchema.value ?? {};
  const place = `edit ${openedEdits.value} ${path.join('.')} new`;
  const begin = async (): Promise<void> => {
    const file = findNeededFile(root, part);
    const value = createValue(root, part);
    if (!file) {
      add(value);
      return;
    }
    const addFile = (url: string): void => add({ ...(value as object), [file.name]: url });
    const choice = await chooseFile({ title, kinds: file.control.kinds, address: '' });
    if (choice && 'url' in choice) addFile(choice.url);
    else if (choice) {
      const opened = openedEdits.peek();
      uploadForPlace(place, choice.file, (url) => {
        if (openedEdits.peek() === opened) addFile(url);
        else notifyOtherEdit(choice.file.name);
      });
    }
  };
  return (
    <>
      <button type="button" class="button chip" onClick={() => void begin()}>
        {label}
      </button>
      <PlaceProgress place={place} />
    </>
  );
}
