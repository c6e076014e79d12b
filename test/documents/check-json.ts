import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { parseAccess } from '../../src/administration/credentials/provider-input.ts';
import { parseEdit } from '../../src/edit/index.ts';
import type { CodeBlock } from './code-blocks.ts';

/** An OpenAPI document, as far as its schemas are needed. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A value in JSON. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;

const CLIP = { asset: { type: 'text', text: 'Hello' }, start: 0, length: 30 };
const OUTPUT = { format: 'mp4', resolution: 'hd' };
/** Clips with the names that the fragments of the documents refer to. */
const NAMED = ['narrator', 'talk'].map((alias) => ({
  asset: { type: 'video', src: 'https://example.com/a.mp4' },
  alias,
  start: 0,
  length: 30,
}));

const ofTracks = (tracks: Json): JsonObject => ({ timeline: { tracks }, output: OUTPUT });
const ofClip = (clip: JsonObject): JsonObject => ofTracks([{ clips: NAMED }, { clips: [clip] }]);
const ofAsset = (asset: JsonObject): JsonObject => ofClip({ ...CLIP, asset });

/** The edits around the fragments of an edit, by the name of the fragment. */
const WRAPPERS: Readonly<Record<string, (part: JsonObject) => JsonObject>> = {
  edit: (edit) => edit,
  'fields of an edit': (part) => ({
    timeline: ofTracks([{ clips: [CLIP] }])['timeline'] ?? null,
    ...(part['outputs'] === undefined && { output: OUTPUT }),
    ...part,
  }),
  track: (track) => ofTracks([track]),
  clip: ofClip,
  'fields of a clip': (part) => ofClip({ ...CLIP, ...part }),
  asset: ofAsset,
  'fields of a rich-caption': (part) =>
    ofAsset({ type: 'rich-caption', src: 'https://example.com/a.vtt', ...part }),
  soundtrack: (soundtrack) => ({
    timeline: { tracks: [{ clips: NAMED }, { clips: [CLIP] }], soundtrack },
    output: OUTPUT,
  }),
  'tweens of a volume': (volume) =>
    ofAsset({ type: 'audio', src: 'https://example.com/a.mp3', volume: volume }),
  output: (output) => ({ ...ofTracks([{ clips: [CLIP] }]), output }),
  'fields of an output': (part) => ({ ...ofTracks([{ clips: [CLIP] }]), output: { ...OUTPUT, ...part } }),
};

const Program = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.literal('node'),
  args: z.tuple([z.string().regex(/bin\/kinora\.js$/), z.literal('mcp')], z.string()),
  env: z.record(z.string().regex(/^KINORA_/), z.string()).optional(),
});
const Address = z.strictObject({
  type: z.literal('http'),
  url: z.string().regex(/\/mcp$/),
  headers: z.record(z.string(), z.string()),
});
const Agents = z.record(z.string(), z.union([Program, Address]));

/** The forms of JSON that is no body of the API. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  'settings of an agent': z.union([
    z.strictObject({ mcpServers: Agents }),
    z.strictObject({ servers: Agents }),
  ]),
  'changes of an edit': z.strictObject({
    edit: z.string(),
    changes: z.array(z.strictObject({ path: z.string(), value: z.unknown().optional() })),
  }),
};

/** Returns the problems of a piece of JSON, in sentences. */
export function checkJson(block: CodeBlock, document: OpenApiDocument): string[] {
  const { mark, code } = block;
  let value: Json;
  try {
    value = readJson(code);
  } catch (error) {
    return [`It is no JSON: ${String(error)}`];
  }
  const kind = mark || guessKind(value);
  if (kind === undefined) return ['Nothing tells what it is. Add a mark behind the language: ```json MARK'];
  const [word = '', ...rest] = kind.split(' ');
  if (word === 'request' || word === 'answer') return checkExchange(word, rest.join(' '), value, document);
  if (word === 'credentials') return checkAccess(value);
  const shape = SHAPES[kind];
  if (shape) return shape.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
  const wrap = WRAPPERS[kind];
  if (!wrap) return [`"${kind}" is no mark that the test knows.`];
  const parsed = parseEdit(wrap(value as JsonObject));
  return parsed.ok ? [] : parsed.problems.map(({ field, message }) => `${field}: ${message}`);
}

/** Returns the edit that a piece of JSON is, or is a part of. Undefined if it is something else. */
export function toWholeEdit({ mark, code }: CodeBlock): JsonObject | undefined {
  const value = readJson(code);
  return WRAPPERS[mark || (guessKind(value) ?? '')]?.(value as JsonObject);
}

/** Reads JSON. A piece that begins with a name is a field without the object around it. */
function readJson(code: string): Json {
  return JSON.parse(/^"\w+":/.test(code) ? `{${code}}` : code) as Json;
}

/** Checks the credentials of a provider that generates texts. */
function checkAccess(value: Json): string[] {
  try {
    parseAccess('openai', value);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Recognises the parts of an edit that have a name of their own in it. */
function guessKind(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if ('mcpServers' in value || 'servers' in value) return 'settings of an agent';
  if ('changes' in value) return 'changes of an edit';
  if ('timeline' in value) return 'edit';
  if ('clips' in value) return 'track';
  if ('asset' in value) return 'clip';
  if ('type' in value) return 'asset';
  if ('format' in value) return 'output';
  return undefined;
}

/**
 * Checks a body by the description of the API.
 *
 * @param operation method, path and, for answers, the status; then, for a part of the body, its JSON pointer.
 */
function checkExchange(
  kind: 'request' | 'answer',
  operation: string,
  part: Json,
  document: OpenApiDocument,
): string[] {
  const [method = '', path = '', ...rest] = operation.split(' ');
  const status = kind === 'answer' ? rest.shift() : undefined;
  const keys = (rest[0] ?? '').split('/').slice(1);
  const holder = kind === 'answer' ? ['responses', status ?? ''] : ['requestBody'];
  const steps = ['paths', path, method.toLowerCase(), ...holder, 'content', 'application/json', 'schema'];
  const validate = compile(document, steps);
  if (typeof validate === 'string') return [validate];
  const body = keys.reduceRight<Json>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), part);
  validate(body);
  const below = keys.map((key) => `/${key}`).join('');
  // Of the body around a part, nothing else is there, so much else is missing.
  const own = (validate.errors ?? []).filter(({ instancePath, params }) => {
    const { additionalProperty = '' } = params as { additionalProperty?: string };
    const path = additionalProperty ? `${instancePath}/${additionalProperty}` : instancePath;
    return `${path}/`.startsWith(`${below}/`) || (additionalProperty !== '' && below.startsWith(`${path}/`));
  });
  return own.map(describeError);
}

const compiled = new Map<string, ValidateFunction>();

/** Returns the JSON pointer of a part of the document, through its references. */
function follow(document: OpenApiDocument, steps: readonly string[]): string | undefined {
  let path: string[] = [];
  const find = (): unknown =>
    path.reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], document);
  for (const step of steps) {
    path = [...path, step];
    const { $ref } = (find() ?? {}) as { $ref?: string };
    if ($ref !== undefined && step !== 'schema') path = $ref.split('/').slice(1);
    if (find() === undefined) return undefined;
  }
  return path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}

function compile(document: OpenApiDocument, steps: readonly string[]): ValidateFunction | string {
  const target = follow(document, steps);
  if (target === undefined) return `The API has no such body: ${steps.slice(1, -3).join(' ')}.`;
  const known = compiled.get(target);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(closeObjects(document) as object, 'api');
  const validate = ajv.compile({ $ref: `api#/${encodeURI(target)}` });
  compiled.set(target, validate);
  return validate;
}

/**
 * Rejects names that a schema does not have. The API itself allows more of them in its answers, because new
 * versions may add some.
 */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closeObjects(part)]));
  const isOpen = 'properties' in closed && !('additionalProperties' in closed) && !('allOf' in closed);
  return isOpen && closed['type'] === 'object' ? { ...closed, additionalProperties: false } : closed;
}

function describeError({ instancePath, message = '', params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string };
  return `${instancePath || 'the body'} ${message}${additionalProperty ? `: "${additionalProperty}"` : ''}`;
}
