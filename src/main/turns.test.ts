import { beforeEach, describe, expect, it } from 'vitest';
import type { KinoraError } from '../base/errors.ts';
import { Turns } from './turns.ts';

let begun: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  begun = [];
  ends = new Map();
});

/** Work of an owner that goes on until it is ended by its name. */
function ask(turns: Turns, name: string, signal = new AbortController().signal): Promise<string> {
  const work = turns.inTurn({ owner: name.slice(0, 1), signal }, () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve('done')));
  });
  return work.catch((error: unknown) => (error as KinoraError).code);
}

const settled = () => new Promise(setImmediate);

describe('turns', () => {
  it('are taken in order, but of one owner never all of them', async () => {
    const turns = new Turns(4);
    const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => ask(turns, name));
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
    ends.get('a2')?.();
    await settled();
    // It waited for the machine alone, a4 for its owner's share as well.
    expect(begun.slice(4)).toEqual(['b2']);
    ends.get('b1')?.();
    await settled();
    expect(begun.slice(5)).toEqual(['a4']);
    for (const end of ends.values()) end();
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, () => 'done'));
  });

  it('come to an owner whatever others wait for', async () => {
    const turns = new Turns(2);
    void ask(turns, 'a0');
    await settled();
    const waiting = Array.from({ length: 16 }, (_, index) => ask(turns, `a${index + 1}`));
    expect(await ask(turns, 'a17')).toBe('queue_full');
    void ask(turns, 'b');
    await settled();
    expect(begun).toEqual(['a0', 'b']);
    for (let count = 0; count < 17; count++) {
      ends.get(`a${count}`)?.();
      await settled();
    }
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
  });

  it('end when the work fails', async () => {
    const turns = new Turns(1);
    const asker = { owner: 'a', signal: new AbortController().signal };
    const failing = turns.inTurn(asker, () => Promise.reject(new Error('It failed.')));
    await expect(failing).rejects.toThrow('It failed.');
    void ask(turns, 'a1');
    await settled();
    expect(begun).toEqual(['a1']);
  });

  it('are not waited for without end, nor taken later by who has left', async () => {
    const turns = new Turns(1, 5);
    void ask(turns, 'a1');
    await settled();
    const gone = new AbortController();
    const [left, late] = [ask(turns, 'b1', gone.signal), ask(turns, 'c1')];
    gone.abort();
    expect(await left).toBe('cancelled');
    expect(await late).toBe('queue_full');
    ends.get('a1')?.();
    void ask(turns, 'd1');
    await settled();
    expect(begun).toEqual(['a1', 'd1']);
  });
});
