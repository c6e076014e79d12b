import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DecodedText } from '../../base/text/decode-file.ts';
import type { KinoraClient } from '../../client/index.ts';
import type { DraftEdit } from '../document/edit-text.ts';
import type { FieldValues } from '../document/fill-in.ts';
import { listAccountFiles } from '../files/account-files.ts';
import { useAttempt } from '../shell/attempt.ts';
import { FailureMessage } from '../shell/failure-message.tsx';
import { session } from '../shell/session.ts';
import { findRowFiles } from './find-row-files.ts';
import type { Rows } from './read-rows.ts';
import { type RowRender, renderRows } from './render-rows.ts';
import type { FillableTemplate } from './starters.ts';
import { findTemplateFile } from './template-file.ts';

interface RowsPanelProps {
  readonly starter: FillableTemplate;
  readonly template: DraftEdit;
  /** The values of fields without a column. */
  readonly values: FieldValues;
}

/** Makes a video for each row of a table. */
export function RowsPanel({ starter, template, values }: RowsPanelProps): JSX.Element {
  const rows = useSignal<Rows | undefined>(undefined);
  const renders = useSignal<readonly RowRender[]>([]);
  /** The encoding that the bytes of the file suggest, if it is not in Unicode. */
  const guess = useSignal<string | undefined>(undefined);
  const { isBusy, failure, run } = useAttempt();
  const client = session.value?.client;
  const names = starter.fields.map(({ name }) => name);
  const choose = async (file: File | undefined): Promise<void> => {
    renders.value = [];
    rows.value = undefined;
    guess.value = undefined;
    if (!file || !client) return;
    const read = await readTable(file, names);
    guess.value = read.guess;
    rows.value = { ...read, rows: await findFiles(client, starter, read.rows) };
  };
  const start = async (): Promise<void> => {
    if (!client || !rows.value) return;
    const filled = rows.value.rows.map((row) => ({ ...values, ...row }));
    await renderRows(client, template, filled, (changed) => (renders.value = changed));
  };
  const done = renders.value.flatMap(({ url }) => (url === undefined ? [] : [url]));
  const { rows: found, unknown } = rows.value ?? { rows: [], unknown: [] };
  return (
    <section class="rows">
      <h2>Many at once</h2>
      <RowHint names={names} />
      <div class="actions">
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          disabled={isBusy.value}
          onChange={({ currentTarget: { files } }) => void run(() => choose(files?.[0]))}
        />
        {found.length > 0 && (
          <button type="button" class="button main" disabled={isBusy.value} onClick={() => void run(start)}>
            Render {found.length}
          </button>
        )}
        {done.length > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => void run(() => downloadAll(starter.name, done))}
          >
            Download {done.length} as one file
          </button>
        )}
      </div>
      <FailureMessage text={failure.value} />
      <RowNotes guess={guess.value} unknown={unknown} />
      <RowList rows={found} renders={renders.value} />
    </section>
  );
}

function RowHint({ names }: { readonly names: readonly string[] }): JSX.Element {
  return (
    <p class="soft">
      A CSV file makes a video for each of its rows. Its first row has the names of fields: {names.join(', ')}
      . Fields without a column keep the values above. For a picture, a sound or another file, write its name
      in Assets, such as beach.jpg.
    </p>
  );
}

/** Reads the rows of a file in any encoding, and the encoding that its bytes suggest if it is not in Unicode. */
async function readTable(file: File, names: readonly string[]): Promise<Rows & Pick<DecodedText, 'guess'>> {
  // Loaded on demand, because they are as large as the rest of the page.
  const [{ decodeFile }, { readRows }] = await Promise.all([
    import('../../base/text/decode-file.ts'),
    import('./read-rows.ts'),
  ]);
  const { text, guess } = decodeFile(new Uint8Array(await file.arrayBuffer()));
  return { ...readRows(text, names), ...(guess !== undefined && { guess }) };
}

/** Returns rows with the addresses of the files that they name. */
function findFiles(
  client: KinoraClient,
  starter: FillableTemplate,
  rows: readonly FieldValues[],
): Promise<FieldValues[]> {
  const fields = starter.fields.filter((field) => findTemplateFile(field, '') !== undefined);
  return findRowFiles(
    rows,
    fields.map(({ name }) => name),
    listAccountFiles(client, 'uploads'),
  );
}

/** The notes on a file before its rows are rendered. */
function RowNotes({
  guess,
  unknown,
}: {
  readonly guess: string | undefined;
  readonly unknown: Rows['unknown'];
}): JSX.Element {
  return (
    <>
      {guess !== undefined && (
        <p class="message warn">
          The file is not in Unicode. It was read as {guess}. If letters are wrong, save it in the spreadsheet
          as “CSV UTF-8”, and choose it again.
        </p>
      )}
      {unknown.length > 0 && (
        <p class="message warn">
          The template has no field for these columns, so they are not used: {unknown.join(', ')}.
        </p>
      )}
    </>
  );
}

function RowList({
  rows,
  renders,
}: {
  readonly rows: Rows['rows'];
  readonly renders: readonly RowRender[];
}): JSX.Element {
  return (
    <ol class="row-renders">
      {renders.map(({ status, progress, error }, index) => (
        <li key={index}>
          <span>{Object.values(rows[index] ?? {})[0] ?? `Row ${index + 1}`}</span>
          <progress max={1} value={progress} aria-label={`Progress of row ${index + 1}`} />
          <span class="soft">{error ?? status}</span>
        </li>
      ))}
    </ol>
  );
}

/**
 * Downloads several files as one ZIP.
 *
 * @param name name of the ZIP, without its extension.
 * @param urls addresses of the files.
 * @throws {Error} if one of them cannot be loaded.
 */
async function downloadAll(name: string, urls: readonly string[]): Promise<void> {
  const { downloadZip } = await import('client-zip');
  const files = urls.map(async (url, index) => {
    const response = await fetch(url);
    if (!response.ok)
      throw new Error(`File ${index + 1} could not be loaded: the server answered ${response.status}.`);
    const extension = /\.\w+$/.exec(new URL(url).pathname)?.[0] ?? '';
    return { name: `${name}-${index + 1}${extension}`, input: response };
  });
  const blob = await downloadZip(await Promise.all(files)).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
}
