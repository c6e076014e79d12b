import { describe, expect, it } from 'vitest';
import { HeldEdits } from './held-edits.ts';

/** Remembers a text under the text as its id. */
function hold(held: HeldEdits, owner: string, text: string): string {
  held.hold(owner, { id: text, text });
  return text;
}

describe('the edits that are remembered', () => {
  it('are those of their owner alone', () => {
    const held = new HeldEdits();
    const id = hold(held, 'one', '{}');
    expect(held.find('one', id)).toBe('{}');
    expect(held.find('two', id)).toBeUndefined();
  });

  it('of a busy owner drop none of others', () => {
    const held = new HeldEdits();
    const quiet = hold(held, 'quiet', '{}');
    const ids = Array.from({ length: 600 }, (_, index) => hold(held, 'busy', `{"a":${index}}`));
    expect(held.find('quiet', quiet)).toBe('{}');
    expect(ids.filter((id) => held.find('busy', id) !== undefined)).toEqual(ids.slice(-100));
  });

  it('are limited in their characters', () => {
    const held = new HeldEdits();
    const texts = Array.from({ length: 5 }, (_, index) => String(index).repeat(4_000_000));
    const ids = texts.map((text) => hold(held, 'one', text));
    expect(ids.map((id) => held.find('one', id) !== undefined)).toEqual([false, true, true, true, true]);
  });

  it('are limited over all owners', () => {
    const held = new HeldEdits();
    const ids = Array.from({ length: 502 }, (_, index) => hold(held, `owner ${index}`, '{}'));
    expect(ids.map((id, index) => held.find(`owner ${index}`, id)).indexOf('{}')).toBe(2);
  });
});
