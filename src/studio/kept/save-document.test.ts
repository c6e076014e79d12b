import { describe, expect, it, vi } from 'vitest';
import { KinoraApiError } from '../../client/index.ts';
import { createKeptDocument, isSaved, isUntouched, type KeptDocument } from './kept-document.ts';
import { decideConflict, type EditKeeper, saveDocument } from './save-document.ts';

const PLACE = { id: 'k1', version: 3 };
const THEIRS = {
  id: 'k1',
  name: 'Theirs',
  dialect: 'interface',
  version: 9,
  owner: 'me',
  edit: { b: 2 },
} as const;
const TIMES = { created: '2026-01-01T00:00:00.000Z', updated: '2026-01-01T00:00:00.000Z' };

function createKeeper(status?: number) {
  const answer = (saved: { id: string; version: number }) =>
    status === undefined
      ? Promise.resolve(saved)
      : Promise.reject(new KinoraApiError('No.', { status, code: 'precondition_failed' }));
  return {
    create: vi.fn<EditKeeper['create']>(() => answer({ id: 'new', version: 1 })),
    save: vi.fn<EditKeeper['save']>((id, _edit, { version = 0 } = {}) =>
      answer({ id, version: version + 1 }),
    ),
    get: vi.fn<EditKeeper['get']>(() => Promise.resolve({ ...THEIRS, ...TIMES })),
  };
}

describe('a save', () => {
  it('creates the edit, and then saves what it is based on', async () => {
    const keeper = createKeeper();
    const document = createKeptDocument({ name: 'Film' });
    await saveDocument(keeper, document, () => '{"a": 1}');
    expect(document.place.value).toEqual({ id: 'new', version: 1 });
    expect([isSaved(document, '{"a": 1}'), isSaved(document, '{}')]).toEqual([true, false]);
    document.name.value = 'Film 2';
    expect(isSaved(document, '{"a": 1}')).toBe(false);
    await saveDocument(keeper, document, () => '{"a": 2}', true);
    expect(keeper.save.mock.lastCall).toEqual([
      'new',
      { name: 'Film 2', edit: { a: 2 } },
      { version: 1, autosave: false },
    ]);
    expect(document.place.value?.version).toBe(2);
  });

  it('waits for the one before, and takes the text of its turn', async () => {
    const keeper = createKeeper();
    const document = createKeptDocument({ name: 'Film' });
    let text = '{"a": 1}';
    const saves = [saveDocument(keeper, document, () => text), saveDocument(keeper, document, () => text)];
    text = '{"a": 2}';
    await Promise.all(saves);
    expect(keeper.create).toHaveBeenCalledTimes(1);
    expect(keeper.save.mock.lastCall?.slice(1)).toEqual([
      { name: 'Film', edit: { a: 2 } },
      { version: 1, autosave: true },
    ]);
  });

  it('leaves a text that is not JSON', async () => {
    const keeper = createKeeper();
    await saveDocument(keeper, createKeptDocument({ name: 'Film' }), () => '{');
    expect(keeper.create).not.toHaveBeenCalled();
  });

  it('says why it has failed, and succeeds later', async () => {
    const document = createKeptDocument({ name: 'Film', place: PLACE });
    await saveDocument(createKeeper(503), document, () => '{}');
    expect(document.failure.value).toBe('No.');
    await saveDocument(createKeeper(), document, () => '{}');
    expect([document.failure.value, document.place.value?.version]).toEqual([undefined, 4]);
  });
});

it('an edit from a template is untouched until its text or its name changes', () => {
  const document = createKeptDocument({ name: 'Story', given: { name: 'Story', text: '{}' } });
  expect([isUntouched(document, '{}'), isUntouched(document, '{ }')]).toEqual([true, false]);
  document.name.value = 'Mine';
  expect(isUntouched(document, '{}')).toBe(false);
  expect(isUntouched(createKeptDocument({ name: 'Filled in' }), '{}')).toBe(false);
});

describe('a conflict', () => {
  async function meet(status = 412): Promise<KeptDocument> {
    const document = createKeptDocument({ name: 'Mine', place: PLACE });
    await saveDocument(createKeeper(status), document, () => '{"a": 1}');
    return document;
  }
  const decide = async (document: KeptDocument, decision: 'theirs' | 'mine' | 'both') => {
    const keeper = createKeeper();
    await decideConflict(
      keeper,
      document,
      decision,
      () => '{"a": 1}',
      ({ edit }) => JSON.stringify(edit),
    );
    expect(document.conflict.value).toBeUndefined();
    return keeper;
  };

  it('keeps both sides until it is decided', async () => {
    const document = await meet();
    expect(document.conflict.value).toMatchObject({ kind: 'changed', theirs: { version: 9 } });
    const keeper = createKeeper();
    await saveDocument(keeper, document, () => '{"a": 1}');
    expect(keeper.save).not.toHaveBeenCalled();
  });

  it('ends with theirs', async () => {
    const document = await meet();
    const keeper = await decide(document, 'theirs');
    expect([document.name.value, document.place.value]).toEqual(['Theirs', { id: 'k1', version: 9 }]);
    expect(isSaved(document, '{"b":2}')).toBe(true);
    expect(keeper.save).not.toHaveBeenCalled();
  });

  it('ends with mine, as a version after theirs', async () => {
    const keeper = await decide(await meet(), 'mine');
    expect(keeper.save.mock.lastCall).toEqual([
      'k1',
      { name: 'Mine', edit: { a: 1 } },
      { version: 9, autosave: false },
    ]);
  });

  it('ends with both, as two edits', async () => {
    const document = await meet();
    const keeper = await decide(document, 'both');
    expect(keeper.create.mock.lastCall).toEqual([{ name: 'Mine (my copy)', edit: { a: 1 } }]);
    expect(document.place.value).toEqual({ id: 'new', version: 1 });
  });

  it('keeps mine as a new edit, if another has deleted it', async () => {
    const document = await meet(404);
    expect(document.conflict.value).toEqual({ kind: 'deleted' });
    const keeper = await decide(document, 'mine');
    expect(keeper.create.mock.lastCall).toEqual([{ name: 'Mine', edit: { a: 1 } }]);
  });
});
