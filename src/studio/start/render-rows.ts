import { type KinoraClient, KinoraRenderError } from '../../client/index.ts';
import { type DraftEdit, toEdit } from '../document/edit-text.ts';
import { fillIn, type FieldValues } from '../document/fill-in.ts';
import { describeError } from '../shell/describe-error.ts';
import { uploadMedia } from './upload-media.ts';

/** The render of one row. */
export interface RowRender {
  /** Its id, when the server has accepted it. */
  readonly id?: string;
  readonly status: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly url?: string;
  readonly error?: string;
}

/** Number of renders that are submitted and followed at the same time. */
const AT_ONCE = 4;

/**
 * Renders a template once for each row. A row that fails stops no other.
 *
 * @param onChange called with the renders of all rows when one has changed.
 */
export async function renderRows(
  client: KinoraClient,
  template: DraftEdit,
  rows: readonly FieldValues[],
  onChange: (renders: readonly RowRender[]) => void,
): Promise<void> {
  const renders: RowRender[] = rows.map(() => ({ status: 'waiting', progress: 0 }));
  const set = (index: number, change: Partial<RowRender>): void => {
    const before = renders[index];
    if (!before) return;
    renders[index] = { ...before, ...change };
    onChange([...renders]);
  };
  const open = rows.map((values, index) => ({ values, index }));
  const work = async (): Promise<void> => {
    for (let next = open.shift(); next; next = open.shift()) {
      const { values, index } = next;
      try {
        const edit = await uploadMedia(client, fillIn(template, values));
        const handle = client.render(toEdit(edit));
        set(index, { id: await handle.id, status: 'queued' });
        const { url } = await handle.wait({
          onProgress: ({ status, progress }) => set(index, { status, progress }),
        });
        set(index, { status: 'done', progress: 1, url });
      } catch (error) {
        const message = error instanceof KinoraRenderError ? error.message : describeError(error);
        set(index, { status: 'failed', error: message });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
