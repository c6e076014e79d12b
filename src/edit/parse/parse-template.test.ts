import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../index.ts';

const src = 'https://example.com/a.mp4';
const clip = { asset: { type: 'video', src }, start: 0, length: 5 };
const output = { format: 'mp4', resolution: 'sd' };

function templateOf(fields: object, others: object = {}) {
  return { timeline: { tracks: [{ clips: [{ ...clip, ...fields }] }] }, output, ...others };
}

/** Returns the problems of a template in a request, as `field (code)`. */
function summary(template: unknown): string[] {
  const parsed = parseTemplate(template, 'interface', ['template']);
  return parsed.ok ? [] : parsed.problems.map(({ field, code }) => `${field} (${code})`);
}

const CLIP = 'template.timeline.tracks[0].clips[0]';

describe('a template', () => {
  it('is returned as it was sent', () => {
    const template = templateOf({ start: '{{ START }}' }, { merge: [{ find: 'START', replace: '1' }] });
    expect(parseTemplate(template)).toEqual({ ok: true, value: template });
    expect(parseTemplate({})).toEqual({ ok: true, value: {} });
  });

  it.each<[string, object]>([
    ['a number', templateOf({ start: '{{A}}', opacity: '{{A}}', scale: [{ from: '{{A}}' }] })],
    ['an asset', templateOf({ asset: '{{A}}' })],
    ['the type of an asset', templateOf({ asset: { type: '{{A}}', anything: 1 } })],
    ['a shape', templateOf({ asset: { type: 'shape', shape: '{{A}}' } })],
    ['a source', templateOf({ asset: { type: 'video', src: 'https://example.com/{{A}}' } })],
    ['a colour, a word, a flag', templateOf({ fit: '{{A}}', transform: { flip: { vertical: '{{A}}' } } })],
    ['the clips', templateOf({}, { timeline: { tracks: [{ clips: '{{A}}' }], background: '{{A}}' } })],
    ['the timeline', templateOf({}, { timeline: '{{A}}' })],
    ['the output', templateOf({}, { output: '{{A}}' })],
    ['the format', templateOf({}, { output: { format: '{{A}}' } })],
    ['a size', templateOf({}, { output: { format: 'mp4', size: { width: '{{A}}', height: '{{A}}' } } })],
    ['a callback', templateOf({}, { callback: '{{A}}' })],
  ])('may have a placeholder for %s', (_, template) => {
    expect(summary(template)).toEqual([]);
  });

  it.each<[string, object]>([
    ['an alias that no clip has', templateOf({ start: 'alias://{{A}}', length: 'alias://nobody' })],
    ['unsupported values', templateOf({ asset: { type: 'caption', src: 'https://example.com/a.srt' } })],
    ['tweens that overlap', templateOf({ scale: [{ length: 2 }, { length: 1 }] })],
  ])('may have %s, which is checked when it is rendered', (_, template) => {
    expect(summary(template)).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [null, ['template (wrong_type)']],
    [[], ['template (wrong_type)']],
    ['{{A}}', ['template (wrong_type)']],
    ['text', ['template (wrong_type)']],
    [{ timeline: {} }, ['template.timeline.tracks (required)', 'template.output (required)']],
    [templateOf({ start: 'soon' }), [`${CLIP}.start (wrong_type)`]],
    [templateOf({ start: '{{}}' }), [`${CLIP}.start (wrong_type)`]],
    [templateOf({ sparkles: '{{A}}' }), [`${CLIP}.sparkles (unknown_property)`]],
    [templateOf({ start: '{{A}}', opacity: 'x' }), [`${CLIP}.opacity (wrong_type)`]],
    [
      templateOf({}, { merge: [{ find: 'A' }, '{{A}}'] }),
      ['template.merge[0].replace (required)', 'template.merge[1] (wrong_type)'],
    ],
  ])('%j has the problems %j', (template, expected) => {
    expect(summary(template)).toEqual(expected);
  });
});
