import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { CreateRequest } from '../../src/create/model.ts';
import type { Edit as ModelEdit, WrittenEdit } from '../../src/edit/model.ts';
import type { Outputs } from '../../src/ingest/schema.ts';
import type { AccountResponse } from '../../src/server/http/account/account-route.ts';
import type { DryRunResponse } from '../../src/server/http/edit/answer-dry-run.ts';
import type { CallbackListResponse } from '../../src/server/http/edit/callback-routes.ts';
import type { ProbeResponse } from '../../src/server/http/edit/probe-route.ts';
import type { ListedRender, RenderEvent } from '../../src/server/http/edit/shown-render.ts';
import type { IngestedSource } from '../../src/server/http/ingest/shown-source.ts';
import type { KeyListResponse } from '../../src/server/http/keys/key-routes.ts';
import type { HostedAsset } from '../../src/server/http/serve/asset-routes.ts';
import type * as client from '../../src/client/index.ts';
import { formatDocument } from '../../scripts/format-document.ts';
import { createClientTables, insertClientTables } from './client-tables.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The values that a type allows without placeholders and relative lengths. */
type Filled<Value> = Value extends string
  ? string extends Value
    ? Value
    : Exclude<Value, client.Placeholder | client.RelativeLength>
  : Value extends object
    ? { readonly [Name in keyof Value]: Filled<Value[Name]> }
    : Value;
type Frozen<Value> = Value extends object ? { readonly [Name in keyof Value]: Frozen<Value[Name]> } : Value;

/** A value that a schema describes. zod infers optional fields as possibly undefined, but JSON has no undefined. */
type Sent<Schema extends z.ZodType> = Json<z.infer<Schema>>;
type Json<Value> = Value extends readonly (infer Item)[]
  ? readonly Json<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Json<Exclude<Value[Name], undefined>> }
    : Value;

describe('the types of the client', () => {
  it('accept every valid edit, and nothing else but placeholders', () => {
    expectTypeOf<ModelEdit>().toExtend<client.Edit>();
    expectTypeOf<Filled<client.Edit>>().toExtend<Frozen<WrittenEdit>>();
    expectTypeOf<Filled<client.EditWithOutputs>>().toExtend<Frozen<WrittenEdit>>();
  });

  it('accept only requests that the server accepts', () => {
    expectTypeOf<client.NewCreatedAsset>().toExtend<Omit<CreateRequest, 'callback'>>();
    expectTypeOf<Frozen<client.RequestedOutputs>>().toExtend<Frozen<z.input<typeof Outputs>>>();
  });

  it('accept what the server sends', () => {
    expectTypeOf<Sent<typeof ListedRender>>().toExtend<client.ListedRender>();
    expectTypeOf<Sent<typeof RenderEvent>>().toExtend<client.RenderEvent>();
    expectTypeOf<Sent<typeof CallbackListResponse>['response']>().toExtend<client.CallbackList>();
    expectTypeOf<Sent<typeof DryRunResponse>['response']>().toExtend<client.DryRun>();
    expectTypeOf<Sent<typeof ProbeResponse>['response']['metadata']>().toExtend<client.Media>();
    expectTypeOf<Sent<typeof AccountResponse>['response']>().toExtend<client.Account>();
    expectTypeOf<Sent<typeof KeyListResponse>['response']['keys'][number]>().toExtend<client.ApiKey>();
    expectTypeOf<Sent<typeof HostedAsset>['attributes']>().toExtend<client.Asset>();
    type Ingested = Sent<typeof IngestedSource>['attributes'];
    expectTypeOf<Omit<Ingested, 'outputs'>>().toExtend<Omit<client.Source, 'outputs'>>();
  });
});

describe('docs/client-reference.md', () => {
  it('has every method and option of the client (if not, run npm run client)', () => {
    const page = read('docs/client-reference.md');
    const tables = createClientTables();
    expect(page).toBe(formatDocument(insertClientTables(page, tables)));
    for (const name of Object.keys(tables)) expect(page, name).toContain(`<!-- client ${name} -->`);
  });
});
