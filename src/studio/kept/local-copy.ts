import type { TextStore } from '../assets/kept-uploads.ts';
import { beginHistory, type History } from '../document/history.ts';
import type { KeptPlace } from './kept-document.ts';
import { type PackedHistory, packHistory, unpackHistory } from './packed-history.ts';

/** What the browser keeps about the open edit, beside its text. */
export interface KeptFacts {
  readonly name: string;
  readonly place: KeptPlace | undefined;
  /** Length of the text that the server has. Undefined if it has another one. */
  readonly savedLength: number | undefined;
  /** True if it can be opened again as it is. */
  readonly isUntouched: boolean;
}

/** The copy of the open edit that a tab finds when it is loaded. */
export interface LocalCopy {
  /** Undefined if the text was too large for the browser. Then the server has it. */
  readonly history: History | undefined;
  readonly facts: KeptFacts | undefined;
}

/** The facts that a tab has written last. */
interface SharedFacts {
  readonly facts: KeptFacts;
  readonly tab: string;
}

interface TabCopy {
  readonly text: string;
  readonly facts: KeptFacts;
  readonly history: PackedHistory;
}

/** The copies of the open edit in the browser: the latest of all tabs, and at a reload that of each tab. */
export class LocalCopies {
  private readonly shared: TextStore;
  private readonly own: TextStore;
  private readonly nameOf: (what: string) => string;
  private readonly tab: string;

  /**
   * @param shared the store of all tabs.
   * @param own the store of this tab.
   * @param tab the id of this tab.
   */
  constructor(shared: TextStore, own: TextStore, nameOf: (what: string) => string, tab: string) {
    this.shared = shared;
    this.own = own;
    this.nameOf = nameOf;
    this.tab = tab;
  }

  /** Returns the copy to begin with. Undefined if there is none. */
  read(): LocalCopy | undefined {
    const text = this.shared.getItem(this.nameOf('edit')) ?? undefined;
    const latest = parse(this.shared.getItem(this.nameOf('kept'))) as SharedFacts | undefined;
    const own = parse(this.own.getItem(this.nameOf('tab'))) as TabCopy | undefined;
    // Another tab may have written its edit meanwhile.
    const isLatestOfOther = latest !== undefined && latest.tab !== this.tab;
    if (own && (own.text === text || isLatestOfOther))
      return { history: unpackHistory(own.history, own.text), facts: own.facts };
    if (text !== undefined) return { history: beginHistory(text), facts: latest?.facts };
    return latest?.facts.place && { history: undefined, facts: latest.facts };
  }

  /** Keeps the text. Returns false if it is too large for the browser. */
  writeText(text: string): boolean {
    const isKept = write(this.shared, this.nameOf('edit'), text);
    // An older text would be taken for the present one.
    if (!isKept) this.shared.removeItem(this.nameOf('edit'));
    return isKept;
  }

  /** Keeps what belongs to the text. */
  writeFacts(facts: KeptFacts): void {
    write(this.shared, this.nameOf('kept'), JSON.stringify({ facts, tab: this.tab } satisfies SharedFacts));
  }

  /** Keeps the text with its history for a reload of this tab. */
  writeTab(history: History, facts: KeptFacts): void {
    const copy: TabCopy = { text: history.present, facts, history: packHistory(history) };
    if (!write(this.own, this.nameOf('tab'), JSON.stringify(copy))) this.own.removeItem(this.nameOf('tab'));
  }
}

/** Returns false if the store is full. */
function write(store: TextStore, name: string, text: string): boolean {
  try {
    store.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Reads what this file has written. Undefined if there is nothing, or if another program has written there. */
function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
