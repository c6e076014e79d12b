import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { arbitraryOf, damaged, type Known } from './arbitrary.ts';
import {
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  referredIn,
  responseOf,
} from './operations.ts';

/** One request, as it is sent. */
export interface Sent {
  readonly method: Operation['method'];
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An answer with its whole text; of a stream of events, which goes on for as long as its render does, without any. */
export interface Answer {
  readonly statusCode: number;
  readonly contentType: string;
  readonly body: string;
}

/** The server to send requests to. */
export interface Target {
  readonly keys: Readonly<Record<'v1' | 'stage', string>>;
  ask(sent: Sent): Promise<Answer>;
}

const IDEMPOTENCY_KEYS = ['one', 'two', 'three'];
/** Ids of what was made; the last ones, so that some of them still are there. */
const REMEMBERED = 20;

/**
 * Sends random requests to every operation of a server's own OpenAPI document: what the document allows, the same damaged
 * in one place, and rubbish. Throws at the first answer with a status from 500 or one that the document does not promise.
 *
 * @param rounds how often to go through all operations, so that each finds what the others left.
 * @param runs how many requests to each operation in a round.
 * @param seed the same one sends the same requests.
 * @param mediaUrls addresses of files, for parameters and fields that ask for one.
 * @returns the statuses seen, by operation.
 */
export async function fuzz(
  target: Target,
  {
    rounds,
    runs,
    seed,
    mediaUrls,
  }: { rounds: number; runs: number; seed: number; mediaUrls: readonly string[] },
): Promise<Map<string, Set<number>>> {
  const described = await target.ask({ method: 'GET', url: '/openapi.json', headers: {}, body: undefined });
  const document = JSON.parse(described.body) as OpenApi;
  const check = answerCheck(document);
  const ids: string[] = [];
  const operations = operationsOf(document).map((operation) => ({
    operation,
    statuses: new Set<number>(),
    sent: requests(operation, document, target.keys, ids, mediaUrls),
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { operation, statuses, sent } of operations) {
      const property = fc.asyncProperty(sent, async (request) => {
        const answer = await target.ask(request);
        statuses.add(answer.statusCode);
        check(operation, answer);
        remember(ids, operation, answer);
      });
      await fc.assert(property, { numRuns: runs, seed: seed + round, endOnFailure: true });
    }
  }
  return new Map(operations.map(({ operation, statuses }) => [operation.operationId, statuses]));
}

function remember(ids: string[], { method, path }: Operation, answer: Answer): void {
  if (method !== 'POST' || answer.statusCode !== 201) return;
  const id = (JSON.parse(answer.body) as { response?: { id?: string } }).response?.id;
  if (id === undefined) throw new Error(`POST ${path} made something without an id.`);
  ids.splice(0, ids.length, ...[id, ...ids].slice(0, REMEMBERED));
}

/** Checks that an answer is one of those that the document has for its operation. */
function answerCheck(document: OpenApi): (operation: Operation, answer: Answer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (steps: readonly string[]): ValidateFunction => {
    const pointer = steps
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const made = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
    validators.set(pointer, made);
    return made;
  };
  return (operation, { statusCode, contentType, body }) => {
    const wrong = (how: string): Error =>
      new Error(`${operation.operationId} answered ${statusCode} ${how}: ${body.slice(0, 2000)}`);
    if (statusCode >= 500) throw wrong('');
    const described = responseOf(document, operation, statusCode);
    if (described === undefined) throw wrong('which is not documented');
    const types = Object.keys(described.content);
    if (types.length === 0 ? body !== '' : !types.includes(contentType)) throw wrong(`as "${contentType}"`);
    if (contentType !== 'application/json') return;
    const validate = validatorAt([...described.pointer, 'content', contentType, 'schema']);
    if (!validate(JSON.parse(body))) throw wrong(ajv.errorsText(validate.errors));
  };
}

function requests(
  operation: Operation,
  document: OpenApi,
  keys: Target['keys'],
  ids: readonly string[],
  mediaUrls: readonly string[],
): fc.Arbitrary<Sent> {
  const known: Known = {
    formats: {
      uri: fc.oneof(fc.constantFrom(...mediaUrls), fc.webUrl()),
      uuid: fc.oneof({ weight: 4, arbitrary: fc.nat().map((at) => ids[at % ids.length] ?? '') }, fc.uuid()),
    },
    referred: { '#/components/schemas/Edit': goodEdits(mediaUrls) },
  };
  const referred = referredIn(document);
  const parameters = operation.parameters ?? [];
  const valueOf = ({ schema }: Parameter): fc.Arbitrary<string> =>
    arbitraryOf(schema, referred, known).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
  return fc
    .record({
      version: fc.constantFrom('v1' as const, 'v1' as const, 'stage' as const),
      named: fc.tuple(
        ...parameters.map((parameter) =>
          fc.record({
            sent: parameter.required === true ? fc.constant(true) : fc.boolean(),
            value: fc.oneof({ weight: 6, arbitrary: valueOf(parameter) }, fc.string({ minLength: 1 })),
          }),
        ),
      ),
      key: fc.constantFrom<('right' | 'other' | 'wrong' | 'none')[]>(...KEY_KINDS),
      idempotency: fc.option(fc.constantFrom(...IDEMPOTENCY_KEYS), { freq: 2 }),
      body: bodies(operation, document, known),
    })
    .map(({ version, named, key, idempotency, body }) => {
      const values = parameters.map((parameter, at) => ({ parameter, ...named[at] }));
      const keyHeader = keyOf(keys, key, version);
      return {
        method: operation.method,
        url: urlOf(operation.path, version, values),
        headers: {
          ...(keyHeader !== undefined && { 'x-api-key': keyHeader }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotency !== null && operation.method === 'POST' && { 'idempotency-key': idempotency }),
        },
        body,
      };
    });
}

type KeyKind = 'right' | 'other' | 'wrong' | 'none';
const KEY_KINDS: readonly KeyKind[] = [...Array<KeyKind>(12).fill('right'), 'other', 'wrong', 'none'];

function keyOf(keys: Target['keys'], kind: KeyKind, version: 'v1' | 'stage'): string | undefined {
  if (kind === 'right') return keys[version];
  if (kind === 'other') return keys[version === 'v1' ? 'stage' : 'v1'];
  return kind === 'wrong' ? 'no-such-key' : undefined;
}

interface Valued {
  readonly parameter: Parameter;
  readonly sent?: boolean;
  readonly value?: string;
}

function urlOf(path: string, version: string, values: readonly Valued[]): string {
  const filled = values
    .filter(({ parameter }) => parameter.in === 'path' && parameter.name !== 'version')
    .reduce(
      (url, { parameter, value = '' }) => url.replace(`{${parameter.name}}`, () => encodeURIComponent(value)),
      path.replace('{version}', version),
    );
  const query = values.filter(({ parameter, sent }) => parameter.in === 'query' && sent === true);
  if (query.length === 0) return filled;
  return `${filled}?${new URLSearchParams(query.map(({ parameter, value = '' }): [string, string] => [parameter.name, value])).toString()}`;
}

/** Edits that a server accepts, small enough to be rendered in a moment. */
function goodEdits(mediaUrls: readonly string[]): fc.Arbitrary<object> {
  const text = fc
    .oneof(fc.string(), fc.string({ unit: 'binary' }))
    .map((letters) => ({ type: 'text', text: letters }));
  const hello = fc.constant({ type: 'text', text: 'Hello' });
  const asset = fc.oneof(
    hello,
    text,
    fc.constantFrom(...mediaUrls).map((src) => ({ type: 'video', src })),
  );
  return asset.map((one) => ({
    timeline: { tracks: [{ clips: [{ asset: one, start: 0, length: 0.2 }] }] },
    output: { format: 'mp4', size: { width: 64, height: 36 }, fps: 12 },
  }));
}

/** What the document allows, its own examples, either of them damaged, and texts that are no JSON at all. */
function bodies(
  { requestBody }: Operation,
  document: OpenApi,
  knownValues: Known,
): fc.Arbitrary<string | undefined> {
  const { schema, example } = requestBody?.content['application/json'] ?? {};
  if (schema === undefined) return fc.constant(undefined);
  const allowed = arbitraryOf(schema, referredIn(document), knownValues);
  const known = fc.constant(example);
  const json = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
  return fc.oneof(
    { weight: 3, arbitrary: allowed.map(json) },
    { weight: 3, arbitrary: known.map(json) },
    { weight: 3, arbitrary: allowed.chain(damaged).map(json) },
    { weight: 4, arbitrary: known.chain(damaged).map(json) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json(), fc.constant('{"a":')) },
  );
}
