import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { DryRunResponse } from '../server/http/edit/answer-dry-run.ts';
import type { CallbackListResponse } from '../server/http/edit/callback-routes.ts';
import type { ProbeResponse } from '../server/http/edit/probe-route.ts';
import type { RenderListResponse, RenderResponse } from '../server/http/edit/render-routes.ts';
import type { RenderEvent as ShownEvent } from '../server/http/edit/shown-render.ts';
import type { CreatedAsset as ShownCreatedAsset } from '../server/http/create/shown-created-asset.ts';
import type { GenerationRequest } from '../create/model.ts';
import type { IngestedSource } from '../server/http/ingest/shown-source.ts';
import type { TemplateDataResponse, TemplateListResponse } from '../server/http/edit/template-routes.ts';
import type { AccountResponse } from '../server/http/account/account-route.ts';
import type { KeyListResponse, KeyResponse } from '../server/http/keys/key-routes.ts';
import type { Account } from './account.ts';
import type { NewCreatedAsset } from './create-input.ts';
import type { RenderEvent } from './event-stream.ts';
import type {
  ApiKey,
  CallbackList,
  CreatedApiKey,
  CreatedAsset,
  DryRun,
  ListedRender,
  ListedTemplate,
  Media,
  Render,
  RenderChange,
  RenderStatus,
  Rendition,
  Source,
  Template,
  Transcription,
} from './responses.ts';

type Response<Schema extends z.ZodType<{ response: unknown }>> = z.infer<Schema>['response'];

// zod infers optional fields as possibly undefined. JSON has no undefined.
type Json<Value> = Value extends readonly (infer Item)[]
  ? readonly Json<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Json<Exclude<Value[Name], undefined>> }
    : Value;

it('the response types match the schemas of the server', () => {
  type Described = Json<Response<typeof RenderResponse>>;
  expectTypeOf<Omit<Described, 'data'>>().toExtend<Omit<Render, 'data'>>();
  expectTypeOf<keyof Render>().toEqualTypeOf<keyof Described>();
  expectTypeOf<Described['status']>().toEqualTypeOf<RenderStatus>();
  expectTypeOf<Json<z.infer<typeof ShownEvent>>>().toExtend<RenderEvent>();
  expectTypeOf<keyof RenderEvent>().toEqualTypeOf<keyof z.infer<typeof ShownEvent>>();
  expectTypeOf<keyof RenderChange>().toEqualTypeOf<keyof RenderEvent>();
  type Listed = Json<Response<typeof RenderListResponse>>['renders'][number];
  expectTypeOf<Listed>().toExtend<ListedRender>();
  expectTypeOf<Json<Response<typeof CallbackListResponse>>>().toExtend<CallbackList>();
  expectTypeOf<Json<Response<typeof DryRunResponse>>>().toExtend<DryRun>();
  expectTypeOf<Json<Response<typeof ProbeResponse>>['metadata']>().toExtend<Media>();
  expectTypeOf<Response<typeof TemplateListResponse>['templates'][number]>().toExtend<ListedTemplate>();
  type ShownAccount = Response<typeof AccountResponse>;
  expectTypeOf<ShownAccount>().toExtend<Account>();
  expectTypeOf<keyof Account>().toEqualTypeOf<keyof ShownAccount>();
  expectTypeOf<Account['limits']>().toExtend<ShownAccount['limits']>();
  expectTypeOf<Account['generation'][number]['maker']>().toEqualTypeOf<
    ShownAccount['generation'][number]['maker']
  >();
  type ShownKey = Response<typeof KeyListResponse>['keys'][number];
  expectTypeOf<ShownKey>().toExtend<ApiKey>();
  expectTypeOf<keyof ApiKey>().toEqualTypeOf<keyof ShownKey>();
  expectTypeOf<Response<typeof KeyResponse>>().toExtend<CreatedApiKey>();
  expectTypeOf<keyof Template>().toEqualTypeOf<keyof Response<typeof TemplateDataResponse>>();
  type Ingested = Json<z.infer<typeof IngestedSource>['attributes']>;
  expectTypeOf<Omit<Ingested, 'outputs'>>().toExtend<Omit<Source, 'outputs'>>();
  expectTypeOf<keyof Source>().toEqualTypeOf<keyof Ingested>();
  type Outputs = NonNullable<Ingested['outputs']>;
  expectTypeOf<keyof NonNullable<Source['outputs']>>().toEqualTypeOf<keyof Outputs>();
  type Made = NonNullable<Outputs['renditions']>[number];
  expectTypeOf<Omit<Made, 'transformation'>>().toExtend<Omit<Rendition, 'transformation'>>();
  expectTypeOf<keyof Rendition>().toEqualTypeOf<keyof Made>();
  expectTypeOf<NonNullable<Outputs['transcription']>>().toExtend<Transcription>();
  type Created = Json<z.infer<typeof ShownCreatedAsset>['attributes']>;
  expectTypeOf<Created>().toExtend<Omit<CreatedAsset, 'id'>>();
  expectTypeOf<Exclude<keyof CreatedAsset, 'id'>>().toEqualTypeOf<keyof Created>();
  expectTypeOf<Created['status']>().toEqualTypeOf<CreatedAsset['status']>();
  expectTypeOf<NewCreatedAsset>().toExtend<GenerationRequest>();
  expectTypeOf<keyof Transcription>().toEqualTypeOf<keyof NonNullable<Outputs['transcription']>>();
});
