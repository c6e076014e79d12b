import { describe, expect, it } from 'vitest';
import type { ListedRender } from '../../client/index.ts';
import { applyToRender, chooseFollowed } from './render-rows.ts';

const row = (id: string, status: ListedRender['status'] = 'done'): ListedRender => ({
  id,
  status,
  progress: 1,
  poster: null,
  thumbnail: null,
  owner: 'o',
  plan: 'basic',
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
});

describe('the renders of the list', () => {
  it('takes what an event says, and forgets a time that is not known any more', () => {
    const running = { ...row('b', 'rendering'), eta: 4 };
    const change = { id: 'b', status: 'saving', progress: 0.9, poster: null, thumbnail: null } as const;
    expect(applyToRender(running, change)).toEqual({ ...row('b', 'saving'), progress: 0.9 });
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
