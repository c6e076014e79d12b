import { computed, effect, signal } from '@preact/signals';
import { type Account, createClient, type KinoraClient } from '../../client/index.ts';
import type { PreviewServer } from '../../preview/server-source.ts';
import { createPacedFetch, RequestPace } from './request-pace.ts';

/** The connection of the Studio to its server. */
export interface Session {
  readonly client: KinoraClient;
  /** The same connection, for the preview. */
  readonly server: PreviewServer;
  readonly key: string;
  readonly stage: KeyStage;
  /** The owner of the key. */
  readonly owner: string;
}

/** The environment of a key: `v1` is for production, `stage` adds a watermark. */
export type KeyStage = 'v1' | 'stage';

/** The key lives as long as the tab. */
const STORED_KEY = 'kinora.key';
const STORED_STAGE = 'kinora.stage';
/** The storage key of the account, so that a reload shows the timeline in the right order at once. */
const STORED_ACCOUNT = 'kinora.account';

const isEmbedded = location.pathname.endsWith('/embed/editor');

/** The address of the server. The Studio lies at its root, perhaps behind the prefix of a proxy. */
export const SERVER_URL = new URL(isEmbedded ? '..' : '.', location.href).href.replace(/\/$/, '');

/** The rights of the key and its services, as last reported by the server. Undefined if signed out. */
export const account = signal<Account | undefined>(restoreAccount());

/** The pace of the requests for pictures and checks, which all parts of the page share. */
export const requestPace = new RequestPace();

/** The session. Undefined if signed out. */
export const session = signal<Session | undefined>(restoreSession(account.peek()));

/** True if the first track is drawn on top of the others, as the dialect of the key says. */
export const isFirstTrackInFront = computed(() => account.value?.dialect === 'shotstack');

effect(() => {
  if (account.value) sessionStorage.setItem(STORED_ACCOUNT, JSON.stringify(account.value));
});

/**
 * Signs in with a key, after the server has accepted it.
 *
 * @throws {KinoraApiError} if the server does not accept it.
 */
export async function signIn(key: string, stage: KeyStage): Promise<void> {
  const connection = connect(key, stage);
  const found = await connection.client.account();
  sessionStorage.setItem(STORED_KEY, key);
  sessionStorage.setItem(STORED_STAGE, stage);
  account.value = found;
  session.value = { ...connection, key, stage, owner: found.owner };
}

/** True if the server no longer accepts the key of the session. Then another one is asked for. */
export const isKeyRefused = signal(false);

/**
 * Goes on with another key of the same account and environment. All that is open stays.
 *
 * @throws {Error} if the server does not accept the key, or if it belongs to another account.
 */
export async function renewKey(key: string): Promise<void> {
  const before = session.peek();
  if (!before) return;
  const { stage, owner } = before;
  const connection = connect(key, stage);
  const found = await connection.client.account();
  if (session.peek() !== before) return;
  if (found.owner !== owner) throw new Error(OTHER_ACCOUNT);
  sessionStorage.setItem(STORED_KEY, key);
  account.value = found;
  session.value = { ...connection, key, stage, owner };
  isKeyRefused.value = false;
}

const OTHER_ACCOUNT =
  'This key belongs to another account, so it cannot save your work. Take a key of the same account, or sign out.';

/** Returns the name under which the browser keeps something of an owner, until the owner signs out. */
export function keptNameOf(what: string, owner: string): string {
  return `kinora.${owner}.${what}`;
}

/** Forgets the key, and all that the browser keeps of its owner. Then loads the page again, which forgets the rest. */
export function signOut(): void {
  sessionStorage.removeItem(STORED_KEY);
  sessionStorage.removeItem(STORED_STAGE);
  sessionStorage.removeItem(STORED_ACCOUNT);
  const { owner } = session.peek() ?? {};
  session.value = undefined;
  for (const store of [localStorage, sessionStorage])
    for (const name of Object.keys(store))
      if (owner !== undefined && name.startsWith(keptNameOf('', owner))) store.removeItem(name);
  history.replaceState(null, '', `${SERVER_URL}/`);
  location.reload();
}

/**
 * Asks the server again for the rights of the key.
 *
 * @throws {KinoraApiError} if the server does not say it.
 */
export async function refreshAccount(): Promise<void> {
  const asked = session.peek();
  const found = await asked?.client.account();
  // Another user may have signed in meanwhile.
  if (found && session.peek() === asked) account.value = found;
}

function restoreAccount(): Account | undefined {
  const stored = sessionStorage.getItem(STORED_ACCOUNT);
  // Only this file writes there.
  return stored === null ? undefined : (JSON.parse(stored) as Account);
}

function restoreSession(known: Account | undefined): Session | undefined {
  const key = sessionStorage.getItem(STORED_KEY);
  if (key === null || known === undefined) return undefined;
  const stage = sessionStorage.getItem(STORED_STAGE) === 'stage' ? 'stage' : 'v1';
  return { ...connect(key, stage), key, stage, owner: known.owner };
}

function connect(key: string, stage: KeyStage): Pick<Session, 'client' | 'server'> {
  const paced = createPacedFetch(requestPace);
  const watch: typeof fetch = async (...request) => {
    const response = await paced(...request);
    // A key that is only tried is not the one of the session.
    if (response.status === 401 && session.peek()?.key === key) isKeyRefused.value = true;
    return response;
  };
  const server = { url: SERVER_URL, version: stage, fetch: watch };
  return { client: createClient({ ...server, key }), server: { ...server, token: key } };
}
