import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../server/http/server.fixture.ts';
import { findQueuedRenditions } from '../store/renditions.ts';
import { addSource } from '../store/sources.ts';
import type { Stage } from '../store/schema.ts';
import { waitUntil } from '../store/test-databases.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Stores a source with renditions and enqueues them. */
async function enqueue(stage: Stage, count: number): Promise<void> {
  const { database, queue } = server.parts;
  await database.tables.transaction().execute(async (transaction) => {
    const id = uuid();
    const outputs = { renditions: Array.from({ length: count }, () => ({})) };
    const source = { id, owner: server.owners[stage], stage, outputs, destinations: [], callback: undefined };
    await addSource(transaction, { ...source, created: new Date() });
    for (const rendition of await findQueuedRenditions(transaction, id))
      await queue.renditions.enqueue(transaction, rendition);
  });
}

it('makes the few renditions of one owner before the many of another', async () => {
  await enqueue('v1', 20);
  await enqueue('stage', 2);
  const made: string[] = [];
  const attempt = ({ owner }: { readonly owner: string }) => {
    made.push(owner);
    return Promise.resolve({});
  };
  const handlers = { attempt, abandon: () => Promise.resolve() };
  await server.parts.queue.renditions.startWorkers(
    { rendition: handlers, transcription: handlers },
    { slots: 1 },
  );
  await waitUntil(() => Promise.resolve(made.length === 22));
  expect(made.lastIndexOf(server.owners.stage)).toBeLessThan(6);
});
