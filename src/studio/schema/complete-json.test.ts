import { describe, expect, it } from 'vitest';
import { editJsonSchema } from '../../edit/json-schema.ts';
import { explainJson, proposeJson } from './complete-json.ts';
import type { SchemaPart } from './walk-schema.ts';

const ROOT = editJsonSchema('https://kinora.example/schemas/edit.json') as SchemaPart;

/** Proposes at the `|` of a text. */
function propose(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, list } = proposeJson(ROOT, text, offset);
  const choose = (label: string): string => {
    const found = list.find((proposal) => proposal.label === label);
    if (!found) return `nothing is called ${label}`;
    const { insert, cursor } = found;
    return `${text.slice(0, from)}${insert.slice(0, cursor)}|${insert.slice(cursor)}${text.slice(to)}`;
  };
  return { labels: list.map(({ label }) => label), choose };
}

describe('names of fields', () => {
  it('are those that the object does not have yet', () => {
    const { labels } = propose('{ "timeline": {}, | }');
    expect(labels).toContain('output');
    expect(labels).not.toContain('timeline');
    expect(labels).not.toContain('disk');
  });

  it('are written with a value to go on with', () => {
    const clip = (rest: string) => `{ "timeline": { "tracks": [{ "clips": [{ ${rest} }] }] } }`;
    expect(propose(clip('"st|')).choose('start')).toBe(clip('"start": 0|'));
    expect(propose(clip('"fi|" ')).choose('fit')).toBe(clip('"fit": "crop|" '));
    expect(propose(clip('"tr|": 1')).choose('transition')).toBe(clip('"transition"|: 1'));
    expect(propose(clip('| "length": 2')).choose('offset')).toBe(clip('"offset": {|}, "length": 2'));
  });

  it('follow the type of the asset', () => {
    const { labels } = propose(
      '{ "timeline": { "tracks": [{ "clips": [{ "asset": { "type": "html", | } }] }] } }',
    );
    expect(labels).toContain('css');
    expect(labels).not.toContain('chromaKey');
  });
});

describe('values', () => {
  it('are the words of the schema, with quotes only once', () => {
    expect(propose('{ "output": { "format": "m|" } }').choose('"mp4"')).toBe(
      '{ "output": { "format": "mp4"| } }',
    );
    expect(propose('{ "output": { "fps": | } }').labels).toContain('29.97');
    expect(propose('{ "output": { "mute": t| } }').choose('true')).toBe('{ "output": { "mute": true| } }');
  });

  it('are proposed in a text without its end', () => {
    expect(propose('{ "output": { "format": "|\n} }').choose('"png"')).toBe(
      '{ "output": { "format": "png"|\n} }',
    );
  });
});

it('the help for a field has its description, its default and its range', () => {
  const text = '{ "output": { "loudness": -16, "quality": "low" } }';
  expect(explainJson(ROOT, text, text.indexOf('loudness'))).toMatchObject({
    name: 'loudness',
    facts: ['-70 to -5'],
  });
  const quality = explainJson(ROOT, text, text.indexOf('"low"') + 2);
  expect(quality?.description).toMatch(/^Quality of the output/);
  expect(quality?.facts).toEqual(['Default: "medium"', '"verylow", "low", "medium", "high", "veryhigh"']);
  expect(explainJson(ROOT, text, 0)).toBeUndefined();
});
