import { describe, expect, it } from 'vitest';
import type { ListedRender } from '../../client/index.ts';
import { applyChange, chooseFollowed, mergeNewest } from './render-rows.ts';

const row = (id: string, status: ListedRender['status'] = 'done'): ListedRender => ({
  ...{ id, status, progress: 1, poster: null, thumbnail: null, owner: 'o', plan: 'basic' },
  ...{ created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z' },
});
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('');

describe('the list of renders', () => {
  it('puts new renders in front and keeps older pages', () => {
    const known = ['d', 'c', 'b', 'a'].map((id) => row(id));
    expect(idsOf(mergeNewest(known, [row('e'), row('d')], 2))).toBe('edcba');
  });

  it('drops a render that is missing between the newest', () => {
    const known = ['d', 'c', 'b', 'a'].map((id) => row(id));
    expect(idsOf(mergeNewest(known, [row('d'), row('b')], 2))).toBe('dba');
  });

  it('has nothing else if the first page is not full', () => {
    expect(idsOf(mergeNewest([row('b'), row('a')], [row('b')], 2))).toBe('b');
    expect(mergeNewest([row('a')], [], 2)).toEqual([]);
  });

  it('applies an event to its render only, and forgets a time that is not known any more', () => {
    const rows = [{ ...row('b', 'rendering'), eta: 4 }, row('a')];
    const change = { id: 'b', status: 'saving', progress: 0.9, poster: null, thumbnail: null } as const;
    expect(applyChange(rows, change)).toEqual([{ ...row('b', 'saving'), progress: 0.9 }, row('a')]);
  });

  it('follows what runs, then what waits longest, and nothing that is finished', () => {
    const rows = [
      row('e', 'queued'),
      row('d', 'rendering'),
      row('c', 'queued'),
      row('b', 'failed'),
      row('a'),
    ];
    expect(chooseFollowed(rows, 2)).toEqual(['d', 'c']);
    expect(chooseFollowed(rows, 9)).toEqual(['d', 'c', 'e']);
  });
});
