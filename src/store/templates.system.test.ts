import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { ensureFirstAccount, type Owners } from './accounts/accounts.ts';
import { type Database, openDatabase } from './database.ts';
import { TEST_DATABASES, type TestDatabase } from './test-databases.fixture.ts';
import { addTemplate, findTemplate, listTemplates, removeTemplate, replaceTemplate } from './templates.ts';

describe.each(TEST_DATABASES)('the store on $name', ({ missing, start }) => {
  describe.skipIf(missing)('keeps', () => {
    let test: TestDatabase;
    let database: Database;
    let tables: Database['tables'];
    let owners: Owners;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      tables = database.tables;
      owners = await ensureFirstAccount(tables);
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });

    it('the templates of each owner private, newest first', async () => {
      const [id, second] = [uuid(), uuid()];
      const owner = owners.v1;
      const common = { owner, template: '{"a":"{{ B }}"}', dialect: 'interface' } as const;
      await addTemplate(tables, { ...common, id, name: 'One' });
      await addTemplate(tables, { ...common, id: second, name: 'Two' });
      expect(await listTemplates(tables, owner)).toMatchObject([
        { id: second, name: 'Two' },
        { id, name: 'One' },
      ]);
      expect(await listTemplates(tables, owners.stage)).toEqual([]);
      const stranger = { ...common, id, owner: owners.stage, name: 'Mine' };
      expect(await replaceTemplate(tables, stranger)).toBe(false);
      expect(await removeTemplate(tables, owners.stage, id)).toBe(false);
      expect(await findTemplate(tables, owners.stage, id)).toBeUndefined();
      const replaced = { id, owner, name: 'Uno', template: '{}', dialect: 'interface' } as const;
      expect(await replaceTemplate(tables, replaced)).toBe(true);
      expect(await findTemplate(tables, owner, id)).toEqual(replaced);
      const [, { created, updated } = {}] = await listTemplates(tables, owner);
      expect(updated!.getTime()).toBeGreaterThan(created!.getTime());
      expect(await removeTemplate(tables, owner, id)).toBe(true);
      expect(await removeTemplate(tables, owner, id)).toBe(false);
    });

    it('at most the maximum number of templates of one owner', async () => {
      const template = () =>
        ({ id: uuid(), owner: owners.stage, name: 'a', template: '{}', dialect: 'interface' }) as const;
      const first = template();
      await addTemplate(tables, first, 1);
      await expect(addTemplate(tables, template(), 1)).rejects.toMatchObject({ code: 'limit_reached' });
      expect(await listTemplates(tables, owners.stage)).toHaveLength(1);
      await addTemplate(tables, { ...template(), owner: owners.v1 }, 2);
      await removeTemplate(tables, owners.stage, first.id);
    });
  });
});
