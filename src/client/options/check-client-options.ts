/**
 * Checks the options of a client, because programs without types may pass anything. Repeats neither the URL, which may
 * hold a password, nor the key.
 *
 * @throws {TypeError} with what is wrong with the first wrong option.
 */
export function checkClientOptions(given: unknown): void {
  if (typeof given !== 'object' || given === null) throw new TypeError(NO_OPTIONS);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(RULES, name));
  if (unknown !== undefined)
    throw new TypeError(
      `"${unknown}" is not an option of a client. The options are ${Object.keys(RULES).join(', ')}.`,
    );
  for (const [name, { fits, mustBe, isRequired = false }] of Object.entries<Rule>(RULES)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined ? isRequired : !fits(value))
      throw new TypeError(`The "${name}" of a client must ${mustBe}.`);
  }
}

const NO_OPTIONS =
  "createClient needs the URL of a server and a key, as in createClient({ url: 'http://127.0.0.1:3000', key: 'YOUR-KEY' }).";

interface Rule {
  readonly fits: (value: unknown) => boolean;
  /** Completes the sentence "The option must ...". */
  readonly mustBe: string;
  readonly isRequired?: boolean;
}

const RULES = {
  url: {
    // "localhost:3000" would count as a URL with the scheme "localhost".
    fits: (value) => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value),
    mustBe: 'start with http:// or https://, as in http://127.0.0.1:3000',
    isRequired: true,
  },
  key: {
    // A header can have no other characters. `fetch` removes the spaces around them.
    fits: (value) => typeof value === 'string' && /^[\x20-\x7e]+$/.test(value.trim()),
    mustBe: 'be an API key of the server',
    isRequired: true,
  },
  version: createChoice('v1', 'stage'),
  dialect: createChoice('interface', 'shotstack'),
  timeout: {
    fits: (value) => typeof value === 'number' && value > 0,
    mustBe: 'be a number of milliseconds above 0',
  },
  fetch: { fits: (value) => typeof value === 'function', mustBe: 'be a function' },
} satisfies Record<string, Rule>;

function createChoice(...names: string[]): Rule {
  const mustBe = `be ${names.map((name) => `"${name}"`).join(' or ')}`;
  return { fits: (value) => names.some((name) => name === value), mustBe };
}
