import { describe, expect, it } from 'vitest';
import { mergeNewest, PagedList } from './paged-list.ts';

const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id).join('');

describe('the newest of a list', () => {
  it('puts new renders in front and keeps older pages', () => {
    const known = ['d', 'c', 'b', 'a'].map((id) => ({ id }));
    expect(idsOf(mergeNewest(known, [{ id: 'e' }, { id: 'd' }], 2))).toBe('edcba');
  });

  it('drops a render that is missing between the newest', () => {
    const known = ['d', 'c', 'b', 'a'].map((id) => ({ id }));
    expect(idsOf(mergeNewest(known, [{ id: 'd' }, { id: 'b' }], 2))).toBe('dba');
  });

  it('has nothing else if the first page is not full', () => {
    expect(idsOf(mergeNewest([{ id: 'b' }, { id: 'a' }], [{ id: 'b' }], 2))).toBe('b');
    expect(mergeNewest([{ id: 'a' }], [], 2)).toEqual([]);
  });
});

describe('a list in pages', () => {
  /** Things in the order z, y, x and so on. It counts the pages that are asked for. */
  const things = (count: number) => {
    const pages: number[] = [];
    const list = new PagedList(async function* (pageSize) {
      for (let index = 0; index < count; index += 1) {
        if (index % pageSize === 0) pages.push(await Promise.resolve(index / pageSize));
        yield { id: String(1000 - index) };
      }
    });
    return { list, pages };
  };

  it('shows a page at a time and knows if there is another', async () => {
    const { list } = things(45);
    await list.loadMore();
    expect(list.rows.value).toHaveLength(20);
    expect(list.hasMore.value).toBe(true);
    await list.loadMore();
    await list.loadMore();
    expect(new Set(list.rows.value?.map(({ id }) => id)).size).toBe(45);
    expect(list.rows.value?.at(-1)).toEqual({ id: '956' });
    expect(list.hasMore.value).toBe(false);
  });

  it('has no other page if the last one is just full', async () => {
    const { list } = things(20);
    await list.loadMore();
    expect(list.hasMore.value).toBe(false);
  });

  it('asks for one page when it refreshes', async () => {
    const { list, pages } = things(45);
    await list.refresh();
    expect(pages).toEqual([0]);
    expect(list.rows.value).toHaveLength(20);
  });

  it('says why it failed, and begins again without doubles', async () => {
    let isBroken = false;
    const list = new PagedList(async function* () {
      for (let index = 0; index < 30; index += 1) {
        if (isBroken && index > 19) throw await Promise.resolve(new Error('The server is away.'));
        yield { id: String(100 - index) };
      }
    });
    isBroken = true;
    await list.loadMore();
    expect(list.failure.value).toBe('The server is away.');
    isBroken = false;
    await list.loadMore();
    await list.loadMore();
    expect(list.failure.value).toBeUndefined();
    expect(new Set(list.rows.value?.map(({ id }) => id)).size).toBe(30);
    expect(list.rows.value).toHaveLength(30);
  });
});
