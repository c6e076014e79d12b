import { describe, expect, it } from 'vitest';
import { KinoraApiError, type KinoraClient, type UploadOptions } from '../../client/index.ts';
import { KeptUploads } from './kept-uploads.ts';
import { createTextStore } from './text-store.fixture.ts';
import { UploadList } from './upload-list.ts';

/** Returns a client whose uploads end when the test says so. */
function createFakeClient() {
  const started: {
    file: File;
    options: UploadOptions;
    finish: () => void;
    fail: (error: Error) => void;
  }[] = [];
  const client = {
    upload: async (file: File, options: UploadOptions) => {
      const upload = options.resume ?? {
        id: `source-${file.name}`,
        url: `https://a.example/tus/${file.name}`,
      };
      if (!options.resume) await options.onStart?.(upload);
      await new Promise<void>((resolve, reject) => {
        started.push({ file, options, finish: resolve, fail: reject });
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
      });
      return { id: upload.id };
    },
  };
  // Only this part is used.
  return { client: client as unknown as KinoraClient, started };
}

const NAME = 'uploads';
const fileOf = (name: string) => new File(['content'], name, { lastModified: 1 });
const statesOf = (list: UploadList) => list.uploads.value.map(({ state }) => state);

describe('uploads', () => {
  it('sends two files at a time, in order', async () => {
    const { client, started } = createFakeClient();
    const list = new UploadList(client, new KeptUploads(createTextStore(), NAME));
    list.add(['a', 'b', 'c'].map(fileOf));
    await expect.poll(() => started.map(({ file }) => file.name)).toEqual(['a', 'b']);
    expect(statesOf(list)).toEqual(['sending', 'sending', 'waiting']);
    started[0]!.finish();
    await expect.poll(() => started.map(({ file }) => file.name)).toEqual(['a', 'b', 'c']);
    expect(list.arrived.value).toBe(1);
  });

  it('informs the one that added a file that it has arrived, or that its upload was removed', async () => {
    const { client, started } = createFakeClient();
    const list = new UploadList(client, new KeptUploads(createTextStore(), NAME));
    const told: string[] = [];
    const on = {
      onArrived: ({ id }: { id: string }) => told.push(id),
      onRemoved: () => told.push('removed'),
    };
    list.add(['a', 'b'].map(fileOf), on);
    await expect.poll(() => started).toHaveLength(2);
    started[0]!.finish();
    await expect.poll(() => told).toEqual(['source-a']);
    list.remove(list.uploads.value[0]!.id);
    expect(told).toEqual(['source-a', 'removed']);
  });

  it('continues after a pause where it has stopped', async () => {
    const { client, started } = createFakeClient();
    const list = new UploadList(client, new KeptUploads(createTextStore(), NAME));
    list.add([fileOf('a')]);
    await expect.poll(() => started).toHaveLength(1);
    const { id } = list.uploads.value[0]!;
    list.pause(id);
    expect(started[0]!.options.signal?.aborted).toBe(true);
    await Promise.resolve();
    expect(statesOf(list)).toEqual(['paused']);
    list.resume(id);
    await expect.poll(() => started).toHaveLength(2);
    expect(started[1]!.options.resume?.id).toBe('source-a');
    started[1]!.finish();
    await expect.poll(() => list.uploads.value).toEqual([]);
  });

  it('continues after a reload, with the same file', async () => {
    const store = createTextStore();
    const first = createFakeClient();
    new UploadList(first.client, new KeptUploads(store, NAME)).add([fileOf('a')]);
    await expect.poll(() => first.started).toHaveLength(1);

    const { client, started } = createFakeClient();
    const list = new UploadList(client, new KeptUploads(store, NAME));
    expect(list.uploads.value).toMatchObject([{ name: 'a', state: 'lost' }]);
    list.add([fileOf('a')]);
    await expect.poll(() => started).toHaveLength(1);
    expect(started[0]!.options.resume?.id).toBe('source-a');
    expect(list.uploads.value).toHaveLength(1);
  });

  it('says why one has stopped, and continues it when the connection is back', async () => {
    const { client, started } = createFakeClient();
    const list = new UploadList(client, new KeptUploads(createTextStore(), NAME));
    list.add([fileOf('a')]);
    await expect.poll(() => started).toHaveLength(1);
    started[0]!.fail(new KinoraApiError('The server is away.', { status: 0, code: 'unreachable' }));
    await expect.poll(() => list.uploads.value[0]?.problem).toBe('The server is away.');
    list.resumeFailed();
    await expect.poll(() => started).toHaveLength(2);
    expect(started[1]!.options.resume?.id).toBe('source-a');
  });

  it('begins again if the server has given the upload up', async () => {
    const { client, started } = createFakeClient();
    const list = new UploadList(client, new KeptUploads(createTextStore(), NAME));
    list.add([fileOf('a')]);
    await expect.poll(() => started).toHaveLength(1);
    started[0]!.fail(new KinoraApiError('Gone.', { status: 404, code: 'not_found' }));
    await expect.poll(() => statesOf(list)).toEqual(['failed']);
    list.resume(list.uploads.value[0]!.id);
    await expect.poll(() => started).toHaveLength(2);
    expect(started[1]!.options.resume).toBeUndefined();
  });

  it('forgets an upload that is removed', async () => {
    const store = createTextStore();
    const { client, started } = createFakeClient();
    const list = new UploadList(client, new KeptUploads(store, NAME));
    list.add([fileOf('a')]);
    await expect.poll(() => started).toHaveLength(1);
    list.remove(list.uploads.value[0]!.id);
    expect(started[0]!.options.signal?.aborted).toBe(true);
    expect(new UploadList(client, new KeptUploads(store, NAME)).uploads.value).toEqual([]);
  });
});
