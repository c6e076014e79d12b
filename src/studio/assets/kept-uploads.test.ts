import { describe, expect, it } from 'vitest';
import { KeptUploads } from './kept-uploads.ts';
import { nameOfSource } from './source-names.ts';
import { createTextStore } from './text-store.fixture.ts';

const film = { name: 'film.mp4', size: 10, lastModified: 5 };
const kept = {
  name: 'film.mp4',
  size: 10,
  modified: 5,
  upload: { id: 's1', url: 'https://a.example/tus/1' },
};

describe('unfinished uploads', () => {
  it('are found again by their file, under the same name', () => {
    const store = createTextStore();
    new KeptUploads(store, 'v1').add(kept);
    expect(new KeptUploads(store, 'v1').find(film)).toEqual(kept);
    expect(new KeptUploads(store, 'v1').find({ ...film, lastModified: 6 })).toBeUndefined();
    expect(new KeptUploads(store, 'stage').find(film)).toBeUndefined();
  });

  it('are forgotten one by one', () => {
    const uploads = new KeptUploads(createTextStore(), 'v1');
    uploads.add(kept);
    uploads.add({ ...kept, name: 'b.mp4', upload: { ...kept.upload, id: 's2' } });
    uploads.remove('s1');
    expect(uploads.list().map(({ name }) => name)).toEqual(['b.mp4']);
  });

  it('survive what others have written', () => {
    for (const text of ['not JSON', '{}', '[null, 1, {"name": "x"}]'])
      expect(new KeptUploads(createTextStore({ v1: text }), 'v1').list()).toEqual([]);
  });
});

describe('the name of a source', () => {
  const source = { id: 's1', owner: 'o', status: 'ready', created: '', updated: '' } as const;

  it('is that of the uploaded file, then that of its URL', () => {
    expect(nameOfSource({ ...source, input: 'https://a.example/f/sea.mov?x=1' })).toBe('sea.mov');
    expect(nameOfSource({ ...source, source: 'https://k.example/files/source.mp4' })).toBe(
      'Upload, source.mp4',
    );
    expect(nameOfSource({ ...source, filename: 'My film.mp4' })).toBe('My film.mp4');
  });
});
