import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Asset } from './clip.ts';
import type { Clip, Length, Start } from './clip.ts';
import { Edit } from './edit.ts';
import { assetExamples, completeEdit, withAsset } from './edits.fixture.ts';
import type { VideoAsset } from './media-asset.ts';
import type { Output } from './output.ts';
import { EASINGS, EFFECTS, FORMATS, TRANSITIONS } from './values.ts';

describe('the schema of an edit', () => {
  it('accepts every field of the contract and changes nothing', () => {
    expect(Edit.parse(completeEdit)).toEqual(completeEdit);
  });

  it.each(
    Object.entries(assetExamples).flatMap(([type, list]) =>
      list.map((fields) => ({ type, asset: { type, ...fields } })),
    ),
  )('accepts a $type asset and changes nothing', ({ asset }) => {
    const edit = withAsset(asset);
    expect(Edit.parse(edit)).toEqual(edit);
  });

  it.each(
    Object.entries(assetExamples).flatMap(([type, list]) =>
      list.flatMap((fields) => pathsIn(fields).map((path) => ({ type, path: path.join('.'), fields }))),
    ),
  )('has a closed object at $path of a $type asset', ({ type, path, fields }) => {
    const asset = structuredClone({ type, ...fields });
    let at: object = asset;
    // `pathsIn` returned this path for the same object.
    for (const step of path.split('.').filter(Boolean)) at = (at as Record<string, object>)[step]!;
    Object.assign(at, { surprise: 1 });
    expect(Edit.safeParse(withAsset(asset)).success).toBe(false);
  });

  it('has the values of the contract', () => {
    expect([TRANSITIONS.length, new Set(TRANSITIONS).size]).toEqual([62, 62]);
    expect([EFFECTS.length, new Set(EFFECTS).size]).toEqual([18, 18]);
    expect([EASINGS.length, new Set(EASINGS).size]).toEqual([28, 28]);
    expect(TRANSITIONS).toEqual(expect.arrayContaining(['none', 'zoom', 'fadeSlow', 'shuffleTopLeftFast']));
    expect(TRANSITIONS).not.toContain('zoomSlow');
    expect(FORMATS).toEqual(['mp4', 'gif', 'mp3', 'jpg', 'png', 'bmp']);
  });

  it('has exact types', () => {
    expectTypeOf<Start>().toEqualTypeOf<number | 'auto' | `alias://${string}`>();
    expectTypeOf<Length>().toEqualTypeOf<number | 'auto' | 'end' | `alias://${string}`>();
    expectTypeOf<Extract<Asset, { type: 'video' }>>().toEqualTypeOf<VideoAsset>();
    expectTypeOf<VideoAsset['src']>().toEqualTypeOf<string>();
    expectTypeOf<Output['size']>().toEqualTypeOf<{ width: number; height: number } | undefined>();
    expectTypeOf<Output['resolution']>()
      .extract<string>()
      .toEqualTypeOf<'preview' | 'mobile' | 'sd' | 'hd' | '1080' | '4k'>();
    expectTypeOf<'wipeLeftSlow'>().toExtend<NonNullable<Clip['transition']>['in']>();
    expectTypeOf<'zoomSlow'>().not.toExtend<NonNullable<Clip['transition']>['in']>();
    expectTypeOf<Clip['fit']>().toEqualTypeOf<
      'cover' | 'contain' | 'crop' | 'none' | 'blur' | 'follow' | undefined
    >();
    expectTypeOf<Asset['type']>().toEqualTypeOf<keyof typeof assetExamples>();
  });
});

/** Returns the paths of all objects in a value, except in lists. The value itself has the empty path. */
function pathsIn(value: object): string[][] {
  const inner = Object.entries(value).filter(
    (entry): entry is [string, object] => typeof entry[1] === 'object' && !Array.isArray(entry[1]),
  );
  return [[], ...inner.flatMap(([key, part]) => pathsIn(part).map((path) => [key, ...path]))];
}
