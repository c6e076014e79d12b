import { signal } from '@preact/signals';
import { createClient, type KinoraClient } from '../../client/index.ts';

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

/** The address of the server. The page lies at its root, perhaps behind the prefix of a proxy. */
export const SERVER_URL = new URL('.', location.href).href.replace(/\/$/, '');

/** Who is signed in. Undefined if nobody is. */
export const session = signal<Session | undefined>(restoreSession());

/**
 * Signs in with a key, after the server has accepted it.
 *
 * @throws {KinoraApiError} if the server does not accept it.
 */
export async function signIn(key: string, stage: KeyStage): Promise<void> {
  const opened = openSession(key, stage);
  await opened.client.renders.list({ pageSize: 1 }).next();
  sessionStorage.setItem(STORED_KEY, key);
  sessionStorage.setItem(STORED_STAGE, stage);
  session.value = opened;
}

/** Forgets the key. */
export function signOut(): void {
  sessionStorage.removeItem(STORED_KEY);
  sessionStorage.removeItem(STORED_STAGE);
  session.value = undefined;
}

function restoreSession(): Session | undefined {
  const key = sessionStorage.getItem(STORED_KEY);
  if (key === null) return undefined;
  return openSession(key, sessionStorage.getItem(STORED_STAGE) === 'stage' ? 'stage' : 'v1');
}

function openSession(key: string, stage: KeyStage): Session {
  return { client: createClient({ url: SERVER_URL, key, version: stage }), key, stage };
}
