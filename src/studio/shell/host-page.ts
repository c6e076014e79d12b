import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { EditorPart } from '../../embed/editor-messages.ts';
import type { DraftEdit } from '../document/edit-text.ts';

/** The page of another site in which the editor is embedded. */
interface HostPage {
  readonly hidden: ReadonlySet<EditorPart>;
  /** Asks the page to render an edit. */
  readonly render: (edit: DraftEdit) => Promise<void>;
  /** Shows the state of that render. */
  readonly RenderMessage: () => JSX.Element | null;
}

/** The page around the editor. Undefined in the Studio itself. */
export const hostPage = signal<HostPage | undefined>(undefined);

/** True for a part that the page around the editor does not hide. */
export function isPartShown(part: EditorPart): boolean {
  return hostPage.value?.hidden.has(part) !== true;
}
