import { isIP } from 'node:net';
import type { ServerSettings } from '../server/settings.ts';
import type { Found } from './check.ts';

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Checks the public address: that it is safe, and that a request to it reaches a Kinora that is ready. */
export async function checkAddresses(
  { publicUrl, host }: Pick<ServerSettings, 'publicUrl' | 'host'>,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  if (publicUrl === undefined) return [describeMissing(host)];
  const { protocol, hostname } = new URL(publicUrl);
  const isPlain = protocol === 'http:' && !LOCAL_NAMES.includes(hostname);
  return [
    ...(isPlain
      ? [
          {
            state: 'warning',
            found: `KINORA_URL is ${publicUrl}, so keys travel without encryption.`,
            advice: 'Put a proxy with TLS before Kinora: docs/deploy.md.',
          } as const,
        ]
      : []),
    await ask(publicUrl, signal),
  ];
}

function describeMissing(host: string): Found {
  if (LOCAL_NAMES.includes(host) || (isIP(host) !== 0 && host.startsWith('127.')))
    return { state: 'skipped', found: 'KINORA_URL is not set, and Kinora listens on this machine only.' };
  return {
    state: 'warning',
    found: `Kinora listens on ${host}, but KINORA_URL is not set. Callbacks then have addresses of this machine only.`,
    advice: 'Set KINORA_URL to the address that others use.',
  };
}

async function ask(publicUrl: string, signal: AbortSignal): Promise<Found> {
  let answer: Response;
  try {
    answer = await fetch(`${publicUrl}/ready`, { signal, redirect: 'manual' });
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : 'no answer';
    return {
      state: 'warning',
      found: `${publicUrl} cannot be reached from this machine (${cause}).`,
      advice: 'Start Kinora first. Otherwise look at the name server, the proxy and its certificate.',
    };
  }
  const body = (await answer.json().catch(() => undefined)) as
    | { readonly status?: unknown; readonly failing?: readonly string[] }
    | undefined;
  if (body?.status === 'ready') return { state: 'ok', found: `${publicUrl} answers, and is ready.` };
  if (body?.status === 'not ready')
    return {
      state: 'error',
      found: `${publicUrl} answers, but is not ready: ${(body.failing ?? []).join(', ')}.`,
      advice: 'The log of the server says why.',
    };
  return {
    state: 'error',
    found: `${publicUrl} answers with ${answer.status}, and not as Kinora does.`,
    advice: 'Look at the proxy: it must pass all paths on to Kinora.',
  };
}
