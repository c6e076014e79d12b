import { expect, it } from 'vitest';
import { z } from 'zod';
import { Edit } from '../schema/edit.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** The fields in pixels that take no relative length, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'ChromaKey.threshold': 'It is a distance between colours. Its description names the pixels that have it.',
  'ChromaKey.halo': 'It is a distance between colours.',
  'VignetteFilter.size': 'It is a share of the distance of the corners.',
  'ClipMotion.viewBox': 'It gives the units of a path.',
  'FilterRegion.width': 'It is a fraction of the picture.',
  'FilterRegion.height': 'It is a fraction of the picture.',
  'Output.size': 'It is what the others are relative to.',
  'Size.width': 'It is what the others are relative to.',
  'Size.height': 'It is what the others are relative to.',
};

/** Names of lengths. Those of a Crop and of margins are fractions of the output or the picture already. */
const LENGTH =
  /^(width|height|size|minSize|radius|thickness|padding|blur|.*Radius|.*Width|.*Spacing|offset[XY])$/;

/** Lists the fields of the edit that are lengths by their description or by their name. */
function listLengths(): { name: string; schema: Schema }[] {
  const { $defs = {} } = z.toJSONSchema(Edit);
  return Object.entries($defs).flatMap(([definition, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, schema]) => {
      if (typeof schema === 'boolean') return [];
      const isLength = /pixel/i.test(schema.description ?? '') || LENGTH.test(field);
      // A few words, such as the sizes of a title, are relative to the output as they are.
      return isLength && schema.enum === undefined ? [{ name: `${definition}.${field}`, schema }] : [];
    }),
  );
}

it('every length of an edit takes a relative length, except for a few', () => {
  const lengths = listLengths();
  const without = lengths.filter(({ schema }) => !JSON.stringify(schema).includes('#/$defs/RelativeLength'));
  expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  expect(lengths.length).toBeGreaterThan(50);
});
