import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginAssets, setAssetsReady } from '../../../store/assets.ts';
import { openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface Page {
  readonly data: readonly { readonly attributes: { readonly id: string; readonly filename: string } }[];
  readonly cursor: string | null;
}

const list = async (query = '') => (await server.ask('GET', `/serve/v1/assets${query}`)).json<Page>();
const namesOf = ({ data }: Page) => data.map(({ attributes }) => attributes.filename);

async function addAssets(owner: string, names: readonly string[], temporary = false): Promise<void> {
  for (const filename of names) {
    const render = uuid();
    const of = { owner, stage: 'v1', render, part: 'output', temporary } as const;
    await beginAssets(server.parts.database.tables, [{ ...of, filename, file: `v1/a/${filename}` }]);
    await setAssetsReady(server.parts.database.tables, render);
  }
}

describe('the list of hosted files', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual({ data: [], cursor: null });
  });

  it('has the files of the account in pages, newest first, without others, temporary and deleted ones', async () => {
    await addAssets(server.owners.v1, ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4']);
    await addAssets(server.owners.stage, ['other.mp4']);
    await addAssets(server.owners.v1, ['temporary.mp4'], true);
    const [, deleted] = (await list()).data;
    await server.ask('DELETE', `/serve/v1/assets/${deleted?.attributes.id}`);

    const first = await list('?limit=2');
    expect(namesOf(first)).toEqual(['d.mp4', 'b.mp4']);
    const last = await list(`?limit=2&cursor=${first.cursor}`);
    expect(namesOf(last)).toEqual(['a.mp4']);
    expect(last.cursor).toBeNull();
    expect(last.data[0]?.attributes).toMatchObject({ status: 'ready', provider: 'shotstack' });
  });

  it('rejects a limit and a cursor that are none', async () => {
    for (const query of ['limit=0', 'limit=101', 'cursor=x'])
      expect((await server.ask('GET', `/serve/v1/assets?${query}`)).statusCode).toBe(400);
  });
});
