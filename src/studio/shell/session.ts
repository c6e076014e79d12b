import { computed, effect, signal } from '@preact/signals';
import { type Account, createClient, type KinoraClient } from '../../client/index.ts';

/** The connection of the Studio to its server. */
export interface Session {
  readonly client: KinoraClient;
  readonly key: string;
  readonly stage: KeyStage;
}

/** The environment of a key: `v1` is for production, `stage` adds a watermark. */
export type KeyStage = 'v1' | 'stage';

/** The key lives as long as the tab. */
const STORED_KEY = 'kinora.key';
const STORED_STAGE = 'kinora.stage';
/** What is known of the key, so that a reload shows the timeline in the right order at once. */
const STORED_ACCOUNT = 'kinora.account';

/** The address of the server. The page lies at its root, perhaps behind the prefix of a proxy. */
export const SERVER_URL = new URL('.', location.href).href.replace(/\/$/, '');

/** Who is signed in. Undefined if nobody is. */
export const session = signal<Session | undefined>(restoreSession());

/** What the key may do and what is set up for it, as the server said last. Undefined until it has. */
export const account = signal<Account | undefined>(session.peek() && restoreAccount());

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
  const opened = openSession(key, stage);
  account.value = await opened.client.account();
  sessionStorage.setItem(STORED_KEY, key);
  sessionStorage.setItem(STORED_STAGE, stage);
  session.value = opened;
}

/** Forgets the key. */
export function signOut(): void {
  sessionStorage.removeItem(STORED_KEY);
  sessionStorage.removeItem(STORED_STAGE);
  sessionStorage.removeItem(STORED_ACCOUNT);
  session.value = undefined;
  account.value = undefined;
}

/**
 * Asks the server again what the key may do.
 *
 * @throws {KinoraApiError} if the server does not say it.
 */
export async function refreshAccount(): Promise<void> {
  const asked = session.peek();
  const found = await asked?.client.account();
  // Somebody else may have signed in meanwhile.
  if (found && session.peek() === asked) account.value = found;
}

function restoreAccount(): Account | undefined {
  const stored = sessionStorage.getItem(STORED_ACCOUNT);
  // Only this file writes there.
  return stored === null ? undefined : (JSON.parse(stored) as Account);
}

function restoreSession(): Session | undefined {
  const key = sessionStorage.getItem(STORED_KEY);
  if (key === null) return undefined;
  return openSession(key, sessionStorage.getItem(STORED_STAGE) === 'stage' ? 'stage' : 'v1');
}

function openSession(key: string, stage: KeyStage): Session {
  return { client: createClient({ url: SERVER_URL, key, version: stage }), key, stage };
}
