import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

/** Counts the values that were made and disposed of. */
class Source {
  made = 0;
  disposed = 0;
  hasEnded = false;

  async *values(count: number): AsyncGenerator<Disposable & { readonly index: number }> {
    try {
      for (let index = 0; index < count; index++) {
        await Promise.resolve();
        this.made += 1;
        yield { index, [Symbol.dispose]: () => void (this.disposed += 1) };
      }
    } finally {
      this.hasEnded = true;
    }
  }
}

describe('reading ahead', () => {
  it('yields all values in order', async () => {
    const indexes: number[] = [];
    for await (using value of readAhead(new Source().values(10), 3)) indexes.push(value.index);
    expect(indexes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('makes no more values than allowed before they are read', async () => {
    const source = new Source();
    const values = readAhead(source.values(10), 3);
    using first = (await values.next()).value as Disposable & { readonly index: number };
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(first.index).toBe(0);
    expect(source.made).toBeLessThanOrEqual(4);
    await values.return(undefined);
  });

  it('disposes of what waits, and ends the source, if the reader stops', async () => {
    const source = new Source();
    for await (using value of readAhead(source.values(10), 3)) if (value.index === 2) break;
    expect(source.hasEnded).toBe(true);
    expect(source.disposed).toBe(source.made);
  });

  it('passes on the error of the source', async () => {
    async function* fail(): AsyncGenerator<Disposable> {
      await Promise.resolve();
      yield { [Symbol.dispose]: () => undefined };
      throw new Error('damaged');
    }
    const read = async (): Promise<void> => {
      for await (using value of readAhead(fail(), 2)) expect(value).toBeDefined();
    };
    await expect(read()).rejects.toThrow('damaged');
  });
});
