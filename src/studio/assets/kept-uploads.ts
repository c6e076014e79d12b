import type { UnfinishedUpload } from '../../client/index.ts';

/** An upload that has begun, with the facts that distinguish its file from others. */
export interface KeptUpload {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Time of the last change of the file in milliseconds since 1970. */
  readonly modified: number;
  readonly upload: UnfinishedUpload;
}

/** The place where the page keeps texts in the browser: `localStorage` for all tabs, `sessionStorage` for this one. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Servers forget unfinished uploads, so old ones are of no use. */
const MOST = 20;

/** Keeps unfinished uploads in the browser, so that a reload does not lose them. */
export class KeptUploads {
  private readonly store: TextStore;
  private readonly name: string;

  /** @param name the name under which the store has them. */
  constructor(store: TextStore, name: string) {
    this.store = store;
    this.name = name;
  }

  /** Returns all of them, the latest first. */
  list(): readonly KeptUpload[] {
    try {
      const kept: unknown = JSON.parse(this.store.getItem(this.name) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isKeptUpload) : [];
    } catch {
      // Another program has written there. The uploads begin again.
      return [];
    }
  }

  /** Finds the upload of a file. */
  find(file: Pick<File, 'name' | 'size' | 'lastModified'>): KeptUpload | undefined {
    return this.list().find(
      ({ name, size, modified }) =>
        name === file.name && size === file.size && modified === file.lastModified,
    );
  }

  /** Keeps an upload. */
  add(kept: KeptUpload): void {
    this.write([kept, ...this.list().filter(({ upload }) => upload.id !== kept.upload.id)].slice(0, MOST));
  }

  /** Forgets an upload. @param id of its source. */
  remove(id: string): void {
    this.write(this.list().filter(({ upload }) => upload.id !== id));
  }

  private write(kept: readonly KeptUpload[]): void {
    this.store.setItem(this.name, JSON.stringify(kept));
  }
}

function isKeptUpload(value: unknown): value is KeptUpload {
  const { name, size, modified, upload } = value as Partial<KeptUpload>;
  return (
    typeof name === 'string' &&
    typeof size === 'number' &&
    typeof modified === 'number' &&
    typeof upload?.id === 'string' &&
    typeof upload.url === 'string'
  );
}
