import { describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../store/accounts/keys.ts';
import { recordKeyUse } from '../../../store/accounts/keys.ts';
import { KeyUses } from './authentication.ts';

vi.mock('../../../store/accounts/keys.ts', () => ({ recordKeyUse: vi.fn(() => Promise.resolve()) }));

const caller = (key: string): Caller => ({
  key,
  owner: 'owner',
  stage: 'v1',
  scope: 'full',
  share: 1,
  dialect: null,
});

describe('the use of a key', () => {
  it('is recorded once, and does not stop requests if that fails', async () => {
    const warn = vi.fn();
    // The mock needs no tables.
    const uses = new KeyUses({} as never, { warn });
    await uses.record([caller('a'), undefined, caller('a'), caller('b')]);
    await uses.record([caller('a'), caller('b')]);
    await uses.record([undefined]);
    expect(vi.mocked(recordKeyUse).mock.calls.map(([, ids]) => ids)).toEqual([['a', 'b']]);
    vi.mocked(recordKeyUse).mockRejectedValueOnce(new Error('The disk is full.'));
    await uses.record([caller('c')]);
    expect(warn).toHaveBeenCalledOnce();
  });
});
