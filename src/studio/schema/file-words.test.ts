import { expect, it } from 'vitest';
import { editJsonSchema } from '../../edit/json-schema.ts';
import { findNeededFile, listFieldsOf } from './form-field.ts';
import type { SchemaPart } from './walk-schema.ts';

const ROOT = editJsonSchema('https://kinora.example/schemas/edit.json') as SchemaPart;

function kindsOf(name: string): readonly string[] | undefined {
  const part = ROOT.$defs?.[name] ?? {};
  if (!part.properties) return undefined;
  const control = listFieldsOf(ROOT, part, [], {}).find((field) => field.name === 'src')?.control;
  return control?.kind === 'file' ? control.kinds : undefined;
}

it('finds a chooser for every file of an edit, and none for drawings as texts', () => {
  const files = Object.keys(ROOT.$defs ?? {}).flatMap((name) => {
    const kinds = kindsOf(name);
    return kinds ? [[name, kinds.join(' ')]] : [];
  });
  expect(Object.fromEntries(files)).toEqual({
    AudioAsset: 'sound video',
    CaptionAsset: 'captions',
    Font: 'font',
    ImageAsset: 'image drawing',
    ImageToVideoAsset: 'image drawing',
    LutFilter: 'lut',
    LumaAsset: 'image drawing video',
    RichCaptionAsset: 'captions video sound',
    Soundtrack: 'sound video',
    VideoAsset: 'video',
  });
});

it('knows which values are of no use without a file', () => {
  expect(findNeededFile(ROOT, { $ref: '#/$defs/Soundtrack' })).toMatchObject({ name: 'src' });
  expect(findNeededFile(ROOT, { $ref: '#/$defs/Font' })).toMatchObject({ control: { kinds: ['font'] } });
  expect(findNeededFile(ROOT, { $ref: '#/$defs/Crop' })).toBeUndefined();
});
