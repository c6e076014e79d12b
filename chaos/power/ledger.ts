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

/** A Kinora that runs on the data that a power cut has left. */
export interface Survivor {
  readonly api: Api;
  readonly site: Site;
  /** The key of the installation before the power cut. */
  readonly key: string;
}

/** The state of a promise: it is kept, its work goes on, or it is broken for a reason. */
export type Verdict = 'kept' | 'open' | { readonly broken: string };

/** A state that must survive every power cut from now on. */
export interface DurablePromise {
  readonly kind: PromiseKind;
  /** Names it, for people. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly check: (survivor: Survivor) => Promise<Verdict>;
}

/** Everything that the server has promised and not taken back. */
export class Ledger {
  private readonly promises = new Map<string, DurablePromise>();

  /** Notes a promise. Replaces the one of the same name. */
  note(kind: PromiseKind, name: string, check: DurablePromise['check']): void {
    this.promises.set(name, { kind, name, since: Date.now(), check });
  }

  /** Forgets a promise. The changes of a request are uncertain until it is answered. */
  forget(...names: readonly string[]): void {
    for (const name of names) this.promises.delete(name);
  }

  /** Returns all promises of now. */
  list(): DurablePromise[] {
    return [...this.promises.values()];
  }
}
