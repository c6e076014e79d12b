import type { JSX } from 'preact';
import type { JsonPath } from '../document/edit-text.ts';
import { draft, openedEdits } from '../edit/edit-state.ts';
import { FileField } from '../files/file-field.tsx';
import type { WantedKinds } from '../files/wanted-kinds.ts';
import { readAt } from '../schema/walk-schema.ts';
import { notify } from '../shell/notice.tsx';
import { setField } from './change-field.ts';

interface FileInputProps {
  readonly id: string;
  readonly value: unknown;
  readonly title: string;
  readonly path: JsonPath;
  readonly kinds: WantedKinds;
  /** Writes the address. By default, it is written to the path. */
  readonly write?: (url: string) => void;
}

/** A file of the edit. */
export function FileInput({
  id,
  value,
  title,
  path,
  kinds,
  write = (url) => setField(path, url),
}: FileInputProps): JSX.Element {
  const opened = openedEdits.value;
  const set = (url: string): void => {
    // An upload may end when another edit is open, or another clip stands there.
    if (openedEdits.peek() === opened && readAt(draft.peek(), path) === value) write(url);
    else notifyOtherEdit('The file');
  };
  return (
    <FileField
      id={id}
      place={`edit ${opened} ${path.join('.')}`}
      title={title}
      kinds={kinds}
      address={typeof value === 'string' ? value : ''}
      describedBy={`${id}-help ${id}-problems`}
      set={set}
    />
  );
}

/** Says that a file has arrived for a place that is not there any more. @param name of the file. */
export function notifyOtherEdit(name: string): void {
  notify(`${name} has arrived. It is among your files, because its place in the edit has changed.`);
}
