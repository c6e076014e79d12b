import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { createArbitrary, createDamaged, type KnownValues } from './arbitrary.ts';
import {
  type OpenApi,
  type Operation,
  listOperations,
  type Parameter,
  createRefResolver,
  findResponse,
} from './operations.ts';

/** A request to send. */
export interface FuzzRequest {
  readonly method: Operation['method'];
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A response. Its body is empty for an event stream, which lasts as long as the render. */
export interface FuzzResponse {
  readonly statusCode: number;
  readonly contentType: string;
  readonly body: string;
}

/** The server to send requests to. */
export interface FuzzTarget {
  readonly keys: Readonly<Record<'v1' | 'stage', string>>;
  send(request: FuzzRequest): Promise<FuzzResponse>;
}

const IDEMPOTENCY_KEYS = ['one', 'two', 'three'];
/** Number of recently created ids to remember. Some of the things they name then still exist. */
const MAX_IDS = 20;

/**
 * Sends random requests to every operation in the OpenAPI document of a server: requests that the document
 * allows, requests that are damaged in one place, and garbage.
 *
 * @param rounds Number of passes over all operations. Each pass finds the data that earlier ones created.
 * @param runs Number of requests to each operation in a round.
 * @param seed Seed of the random requests. The same seed gives the same requests.
 * @param mediaUrls URLs of files, for parameters and fields that require one.
 * @returns The statuses of the responses, by operation.
 * @throws If a response has a status of 500 or more, or differs from the document.
 */
export async function fuzz(
  target: FuzzTarget,
  {
    rounds,
    runs,
    seed,
    mediaUrls,
  }: { rounds: number; runs: number; seed: number; mediaUrls: readonly string[] },
): Promise<Map<string, Set<number>>> {
  const described = await target.send({ method: 'GET', url: '/openapi.json', headers: {}, body: undefined });
  const document = JSON.parse(described.body) as OpenApi;
  const checkResponse = createResponseCheck(document);
  const ids: string[] = [];
  const operations = listOperations(document).map((operation) => ({
    operation,
    statuses: new Set<number>(),
    requests: createRequests(operation, document, target.keys, ids, mediaUrls),
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { operation, statuses, requests } of operations) {
      const property = fc.asyncProperty(requests, async (request) => {
        const response = await target.send(request);
        statuses.add(response.statusCode);
        checkResponse(operation, response);
        rememberId(ids, operation, response);
      });
      await fc.assert(property, { numRuns: runs, seed: seed + round, endOnFailure: true });
    }
  }
  return new Map(operations.map(({ operation, statuses }) => [operation.operationId, statuses]));
}

function rememberId(ids: string[], { method, path }: Operation, response: FuzzResponse): void {
  // The id of a resumable upload is in a header.
  if (method !== 'POST' || response.statusCode !== 201 || response.body === '') return;
  const body = JSON.parse(response.body) as { response?: { id?: string }; data?: { id?: string } };
  const id = (body.response ?? body.data)?.id;
  if (id === undefined) throw new Error(`POST ${path} created something without an id.`);
  ids.splice(0, ids.length, ...[id, ...ids].slice(0, MAX_IDS));
}

/** Returns a function that checks that the document describes a response of an operation. */
function createResponseCheck(document: OpenApi): (operation: Operation, response: FuzzResponse) => void {
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
    const described = findResponse(document, operation, statusCode);
    if (described === undefined) throw wrong('(an undocumented status)');
    const types = Object.keys(described.content);
    if (types.length === 0 ? body !== '' : !types.includes(contentType)) throw wrong(`as "${contentType}"`);
    if (contentType !== 'application/json') return;
    const validate = validatorAt([...described.pointer, 'content', contentType, 'schema']);
    if (!validate(JSON.parse(body))) throw wrong(ajv.errorsText(validate.errors));
  };
}

/** An id of nothing, for as long as nothing was created. An empty one would belong to another path. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

function createRequests(
  operation: Operation,
  document: OpenApi,
  keys: FuzzTarget['keys'],
  ids: readonly string[],
  mediaUrls: readonly string[],
): fc.Arbitrary<FuzzRequest> {
  const known: KnownValues = {
    formats: {
      uri: fc.oneof(fc.constantFrom(...mediaUrls), fc.webUrl()),
      uuid: fc.oneof(
        { weight: 4, arbitrary: fc.nat().map((at) => ids[at % ids.length] ?? UNKNOWN_ID) },
        fc.uuid(),
      ),
    },
    schemas: { '#/components/schemas/Edit': createValidEdits(mediaUrls) },
  };
  const referred = createRefResolver(document);
  const parameters = operation.parameters ?? [];
  const valueOf = ({ schema }: Parameter): fc.Arbitrary<string> =>
    createArbitrary(schema, referred, known).map((value) =>
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
      body: createBodies(operation, document, known),
    })
    .map(({ version, named, key, idempotency, body }) => {
      const values = parameters.map((parameter, at) => ({ parameter, ...named[at] }));
      const keyHeader = chooseKey(keys, key, version);
      return {
        method: operation.method,
        url: buildUrl(operation.path, version, values),
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

function chooseKey(keys: FuzzTarget['keys'], kind: KeyKind, version: 'v1' | 'stage'): string | undefined {
  if (kind === 'right') return keys[version];
  if (kind === 'other') return keys[version === 'v1' ? 'stage' : 'v1'];
  return kind === 'wrong' ? 'no-such-key' : undefined;
}

interface ParameterValue {
  readonly parameter: Parameter;
  readonly sent?: boolean;
  readonly value?: string;
}

function buildUrl(path: string, version: string, values: readonly ParameterValue[]): string {
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

/** Generates edits that a server accepts and renders quickly. */
function createValidEdits(mediaUrls: readonly string[]): fc.Arbitrary<object> {
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

/**
 * Generates bodies: valid ones, examples of the document, damaged versions of both, and texts that are not
 * JSON.
 */
function createBodies(
  { requestBody }: Operation,
  document: OpenApi,
  knownValues: KnownValues,
): fc.Arbitrary<string | undefined> {
  const { schema, example } = requestBody?.content['application/json'] ?? {};
  if (schema === undefined) return fc.constant(undefined);
  const allowed = createArbitrary(schema, createRefResolver(document), knownValues);
  const known = fc.constant(example);
  const json = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
  return fc.oneof(
    { weight: 3, arbitrary: allowed.map(json) },
    { weight: 3, arbitrary: known.map(json) },
    { weight: 3, arbitrary: allowed.chain(createDamaged).map(json) },
    { weight: 4, arbitrary: known.chain(createDamaged).map(json) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json(), fc.constant('{"a":')) },
  );
}
