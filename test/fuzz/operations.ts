import type { JsonSchema } from './arbitrary.ts';

/** A parameter of an operation in an OpenAPI document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

interface Response {
  readonly content?: Content;
}

interface OperationDescription {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

/** The part of an OpenAPI 3.1 document that is used here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** An operation of the document. */
export interface Operation extends OperationDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path, with its parameters in braces. */
  readonly path: string;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** Returns every operation of a document. */
export function listOperations({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((name) => {
      const described = item[name];
      // `METHODS` lists the values of the type in lower case.
      const method = name.toUpperCase() as Operation['method'];
      return described === undefined ? [] : [{ ...described, method, path }];
    }),
  );
}

/** Creates a function that returns the schema of a `$ref` of the document. */
export function createRefResolver({ components }: OpenApi): (ref: string) => JsonSchema {
  return (ref) => {
    const found = components.schemas[ref.replace('#/components/schemas/', '')];
    if (found === undefined) throw new Error(`The document has no ${ref}.`);
    return found;
  };
}

/**
 * Returns the description of the responses of an operation with a status, and its JSON pointer. `undefined`
 * if the document has none.
 */
export function findResponse(
  { components }: OpenApi,
  { path, method, responses }: Operation,
  status: number,
): { readonly pointer: readonly string[]; readonly content: Content } | undefined {
  const described = responses[String(status)];
  if (described === undefined) return undefined;
  const steps = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  if (!('$ref' in described)) return { pointer: steps, content: described.content ?? {} };
  const name = described.$ref.replace('#/components/responses/', '');
  return { pointer: ['components', 'responses', name], content: components.responses[name]?.content ?? {} };
}
