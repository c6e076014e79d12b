import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import type { Logger } from '../base/logger.ts';
import { type AddressRules, portOf } from './address-rules.ts';
import type { NameRequester } from './names/look-ups.ts';
import { NameFailure } from './names/query-servers.ts';

/**
 * Milliseconds after which a look-up without a usable address fails, at the earliest. A name in the private network
 * is answered sooner than a name that does not exist, and clients must not see the difference.
 */
const REFUSAL_MS = 500;
/** Maximum number of addresses of one family to try. A name may have a thousand of them. */
const MAX_TRIED = 4;

/** Finds all addresses of a host. `isOperators` is true if the operator allows the name. */
export type Resolve = (
  host: string,
  asker: NameRequester & { readonly isOperators: boolean },
) => Promise<readonly LookupAddress[]>;

/** The configuration of a connector. */
export interface ConnectorConfig {
  readonly rules: AddressRules;
  readonly resolve: Resolve;
  readonly connectTimeoutMs: number;
  /** Learns why a host was not contacted. */
  readonly log: Logger;
}

/** The error of a connection to an address that the text of the URL names, and that is not allowed. */
export class ForbiddenAddress extends Error {
  readonly host: string;

  constructor(host: string) {
    super(`The address ${host} is not allowed`);
    this.host = host;
  }
}

/** The error of a connection to a name that has no address, or one that is not allowed. */
export class UnusableName extends Error {
  readonly host: string;

  constructor(host: string, cause: Error) {
    super(`${host} is unusable`, { cause });
    this.host = host;
  }
}

/** The owner of a look-up. The connector and the look-up of undici do not know their request. */
const CURRENT = new AsyncLocalStorage<NameRequester & { readonly port?: number }>();

/** Sends a request whose look-ups belong to this asker. */
export function runFor<Value>(asker: NameRequester, send: () => Value): Value {
  return CURRENT.run(asker, send);
}

/**
 * Creates a connector that connects only to allowed addresses, and to exactly those that were checked.
 *
 * @param make the function of undici that creates connectors.
 */
export function createGuardedConnector(
  config: ConnectorConfig,
  make: typeof buildConnector,
): buildConnector.connector {
  const connect = make({
    timeout: config.connectTimeoutMs,
    allowH2: false,
    lookup: createGuardedLookup(config),
  });
  return (options, callback) => {
    const { hostname } = options;
    const port = portOf(options);
    // The socket does not look up an IP address, so the guarded lookup would not check such an address. And no
    // look-up is needed to refuse `localhost`.
    const url = URL.parse(`http://${hostname}:${port}`);
    if (url === null || !config.rules.allowsUrl(url)) callback(new ForbiddenAddress(hostname), null);
    else CURRENT.run({ ...CURRENT.getStore(), port }, () => connect(options, callback));
  };
}

function createGuardedLookup(config: ConnectorConfig): LookupFunction {
  return (host, options, callback) => {
    findAllowed(host, config, CURRENT.getStore() ?? {}).then(
      (addresses) => {
        const tried = [4, 6].flatMap((family) =>
          addresses.filter((each) => each.family === family).slice(0, MAX_TRIED),
        );
        const [first] = tried;
        if (!first) callback(new Error(`${host} has no address`), '');
        else if (options.all) callback(null, tried);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}

async function findAllowed(
  host: string,
  { rules, resolve, log }: ConnectorConfig,
  { port = 0, ...asker }: NameRequester & { readonly port?: number },
): Promise<readonly LookupAddress[]> {
  const started = performance.now();
  const isOperators = rules.allowsHost(host, port);
  try {
    const addresses = await resolve(host, { ...asker, isOperators });
    const forbidden = addresses.find(({ address }) => !rules.allowsAddress(address, port));
    if (!forbidden || isOperators) return addresses;
    log.info({ host, port, address: forbidden.address }, 'Refused to contact a host with a private address.');
    throw new UnusableName(host, new ForbiddenAddress(forbidden.address));
  } catch (error) {
    const isAbsent = error instanceof NameFailure && error.reason === 'absent';
    // The operator knows the name, so its error may say what is wrong.
    if (isOperators || (!isAbsent && !(error instanceof UnusableName))) throw error;
    if (isAbsent) log.info({ host, port, err: error }, 'A host has no address.');
    await wait(Math.max(0, started + REFUSAL_MS - performance.now()), undefined, { ref: false });
    throw isAbsent ? new UnusableName(host, error) : error;
  }
}
