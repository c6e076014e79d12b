import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as model from '../../src/create/model.ts';
import type { Dialect as EditDialect, Edit as ModelEdit, WrittenEdit } from '../../src/edit/model.ts';
import type * as ingest from '../../src/ingest/model.ts';
import type * as client from '../../src/client/index.ts';
import { formatDocument } from '../../scripts/format-document.ts';
import { createClientTables, insertClientTables } from './client-tables.ts';
import { createEditTypes } from './edit-types.ts';

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

describe('the types of the client', () => {
  it('are those that the schemas of an edit give (if not, run npm run client)', async () => {
    for (const [name, text] of Object.entries(await createEditTypes()))
      expect(read(`src/client/edit/${name}`), name).toBe(text);
  });

  it('accept every valid edit, and nothing else but placeholders', () => {
    expectTypeOf<ModelEdit>().toExtend<client.Edit>();
    expectTypeOf<Filled<client.Edit>>().toExtend<Frozen<WrittenEdit>>();
    expectTypeOf<Filled<client.EditWithOutputs>>().toExtend<Frozen<WrittenEdit>>();
  });

  it('are those of the server', () => {
    expectTypeOf<client.Dialect>().toEqualTypeOf<EditDialect>();
    expectTypeOf<client.RenditionFormat>().toEqualTypeOf<ingest.RenditionFormat>();
    expectTypeOf<client.EnhancePreset>().toEqualTypeOf<ingest.EnhancePreset>();
    expectTypeOf<client.RequestedOutputs>().toEqualTypeOf<ingest.RequestedOutputs>();
    expectTypeOf<client.GenerationType>().toEqualTypeOf<model.GenerationType>();
    expectTypeOf<client.BuiltInSpeech>().toEqualTypeOf<model.SpeechOptions>();
    expectTypeOf<client.StabilityImage>().toEqualTypeOf<model.ImageOptions>();
    expectTypeOf<client.GeneratedVideo>().toEqualTypeOf<Omit<model.VideoOptions, 'prompt' | 'aspectRatio'>>();
    expectTypeOf<client.HeyGenAvatar>().toExtend<model.AvatarOptions>();
    expectTypeOf<keyof client.HeyGenAvatar>().toEqualTypeOf<keyof model.AvatarOptions>();
    expectTypeOf<keyof client.OpenAiText>().toEqualTypeOf<keyof model.TextOptions>();
    expectTypeOf<client.OpenAiText>().toExtend<model.TextOptions>();
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
