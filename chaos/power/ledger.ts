import type { Api } from '../clients/api.ts';
import type { Site } from './site.ts';

/** The kinds of promises. Each is one that the server has made by an answer with 2xx. */
export const PROMISE_KINDS = [
  'accepted',
  'repeated',
  'done',
  'file',
  'made again',
  'callback',
  'template',
  'source',
  'upload',
  'key',
  'deleted',
  'command',
] as const;
/** One of {@link PROMISE_KINDS}. */
export type PromiseKind = (typeof PROMISE_KINDS)[number];

/** A Kinora that runs on what a power cut has left. */
export interface Survivor {
  readonly api: Api;
  readonly site: Site;
  /** The key of the installation of before. */
  readonly key: string;
}

/** What became of a promise: it is kept, its work goes on, or why it is broken. */
export type Verdict = 'kept' | 'open' | { readonly broken: string };

/** Something that must outlast every power cut from now on. */
export interface Vow {
  readonly kind: PromiseKind;
  /** Names it, for people. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly check: (survivor: Survivor) => Promise<Verdict>;
}

/** Everything that the server has promised and not taken back. */
export class Ledger {
  private readonly vows = new Map<string, Vow>();

  /** Notes a promise. Replaces the one of the same name. */
  note(kind: PromiseKind, name: string, check: Vow['check']): void {
    this.vows.set(name, { kind, name, since: Date.now(), check });
  }

  /** Forgets a promise. What a request changes is uncertain until it is answered. */
  forget(...names: readonly string[]): void {
    for (const name of names) this.vows.delete(name);
  }

  /** Returns all promises of now. */
  list(): Vow[] {
    return [...this.vows.values()];
  }
}
