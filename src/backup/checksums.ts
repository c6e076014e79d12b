import { createHash, type Hash } from 'node:crypto';

/** Number of entries between two lists of checksums, so that neither side has to remember more. */
export const ENTRIES_PER_LIST = 1000;

/** Counts the entries of an archive and remembers their checksums until the next list. */
export class Checksums {
  private readonly all: Hash = createHash('sha256');
  private lines: string[] = [];
  private lists = 0;
  count = 0;

  /** Adds an entry. @param sum SHA-256 in hexadecimal. */
  add(name: string, sum: string): void {
    const line = `${sum}  ${name}\n`;
    this.all.update(line);
    this.lines.push(line);
    this.count += 1;
  }

  get isListDue(): boolean {
    return this.lines.length >= ENTRIES_PER_LIST;
  }

  /** Returns the next list, in the format of `sha256sum`, with its number from 1. Begins another one. */
  takeList(): { readonly number: number; readonly text: string } {
    const text = this.lines.join('');
    this.lines = [];
    return { number: (this.lists += 1), text };
  }

  /** Returns the SHA-256 of all lists. Nothing can be added afterwards. */
  digest(): string {
    return this.all.digest('hex');
  }
}
