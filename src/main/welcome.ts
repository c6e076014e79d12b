import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { locateHome } from '../home/home.ts';
import { KEY_FILE } from '../home/home-secrets.ts';
import type { Settings } from './settings.ts';
import type { RunningKinora } from './start.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/hello.json', import.meta.url));

/** The settings that {@link createWelcome} needs. */
export type WelcomeSettings = Pick<Settings, 'home' | 'host' | 'keys' | 'publicUrl'>;

/**
 * Returns the text that a server prints when it is ready: its address, the keys or where they are, and commands
 * to paste. Includes keys only if this start has generated them and the output is a terminal, because other
 * outputs are often stored.
 */
export function createWelcome(
  { publicUrl, keys, hasNewKeys }: Omit<RunningKinora, 'stop'>,
  settings: WelcomeSettings,
  isTerminal: boolean,
): string {
  const isShown = hasNewKeys && isTerminal && keys !== undefined;
  const warning = findAddressWarning(publicUrl, settings);
  const key = isShown ? quoteForShell(`x-api-key: ${keys.v1}`) : '"x-api-key: $KINORA_KEY"';
  const example = quoteForShell(`@${EXAMPLE}`);
  const parts = [
    `Kinora is ready at ${publicUrl}`,
    ...(warning === undefined ? [] : [`Warning: ${warning}`]),
    isShown ? describeNewKeys(keys, settings) : describeKeyPlace(settings),
    `Open ${publicUrl} in a browser to edit and render, or render an example:`,
    `  curl -H ${key} -H 'content-type: application/json' -d ${example} '${publicUrl}/edit/v1/render'`,
    'Then request its status, with the id from the response:',
    `  curl -H ${key} '${publicUrl}/edit/v1/render/<id>?data=false'`,
  ];
  return `${parts.join('\n\n')}\n\n`;
}

function describeNewKeys(keys: NonNullable<RunningKinora['keys']>, { home }: WelcomeSettings): string {
  return `  key for v1     ${keys.v1}
  key for stage  ${keys.stage}

The keys are stored in ${KEY_FILE.locate(locateHome(home))}. Later starts do not print them.`;
}

function describeKeyPlace({ home, keys }: WelcomeSettings): string {
  if (keys !== undefined)
    return `The keys are those of KINORA_KEYS. To use the one for v1 in a shell:

  export KINORA_KEY='<the key for v1>'`;
  const file = KEY_FILE.locate(locateHome(home));
  return `The keys for v1 and stage are in ${file}. To use the one for v1 in a shell:

  export KINORA_KEY=$(node -p ${quoteForShell(`require(${JSON.stringify(file)}).v1`)})`;
}

/**
 * Returns a sentence if the server listens on every interface, but its own address works on this machine only.
 * Answers have the address of their request. Callbacks have no request.
 *
 * @param addresses the IP addresses of this machine in its networks.
 */
export function findAddressWarning(
  ownUrl: string,
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
  addresses = listAddresses(),
): string | undefined {
  if (publicUrl !== undefined || !isEveryInterface(host)) return undefined;
  const { port } = new URL(ownUrl);
  const examples = addresses.map((address) => `KINORA_URL=http://${address}:${port}`);
  return (
    `URLs in callbacks begin with ${ownUrl}, which works on this machine only. Set KINORA_URL to the address ` +
    `that others use, such as ${examples.join(' or ') || `KINORA_URL=http://THIS-MACHINE:${port}`}.`
  );
}

function isEveryInterface(host: string): boolean {
  return isIP(host) !== 0 && /^[0:.]+$/.test(host);
}

function listAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
