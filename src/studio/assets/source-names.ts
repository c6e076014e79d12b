import type { Source } from '../../client/index.ts';
import { nameOfFile } from '../media/media-kind.ts';
import type { TextStore } from './kept-uploads.ts';

const STORED = 'kinora.names';
const MOST = 500;

/** Keeps the name of an uploaded file in the browser, because the server does not know it. */
export function keepSourceName(store: TextStore, id: string, name: string): void {
  const names = Object.entries(readNames(store)).filter(([known]) => known !== id);
  store.setItem(STORED, JSON.stringify(Object.fromEntries([...names, [id, name]].slice(-MOST))));
}

/** Returns the name of a source: that of its file, of its URL, or a description. */
export function nameOfSource(store: TextStore, { id, input, source }: Source): string {
  const { [id]: kept } = readNames(store);
  if (kept !== undefined) return kept;
  const name = nameOfFile(input ?? '');
  if (name !== '') return name;
  return input ?? (source === undefined ? 'Upload' : `Upload, ${nameOfFile(source)}`);
}

function readNames(store: TextStore): Readonly<Record<string, string>> {
  try {
    const names: unknown = JSON.parse(store.getItem(STORED) ?? '{}');
    // Only `keepSourceName` writes there.
    return typeof names === 'object' && names !== null ? (names as Record<string, string>) : {};
  } catch {
    return {};
  }
}
