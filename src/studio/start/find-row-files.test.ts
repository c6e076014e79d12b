import { expect, it } from 'vitest';
import { findRowFiles } from './find-row-files.ts';

async function* listFiles(read: string[] = []) {
  for (const [name, url] of [
    ['beach.jpg', 'https://k.example/2/source.jpg'],
    ['new.jpg', undefined],
    ['beach.jpg', 'https://k.example/1/source.jpg'],
    ['sea.jpg', 'https://k.example/0/source.jpg'],
  ] as const) {
    read.push(name);
    yield await Promise.resolve({ name, url });
  }
}

it('puts addresses in place of the names of files, and leaves texts and addresses', async () => {
  const read: string[] = [];
  const rows = [
    { TITLE: 'beach.jpg', PICTURE: 'beach.jpg' },
    { TITLE: '', PICTURE: 'https://media.example/a.png' },
    { TITLE: 'None', PICTURE: '' },
  ];
  expect(await findRowFiles(rows, ['PICTURE'], listFiles(read))).toEqual([
    { TITLE: 'beach.jpg', PICTURE: 'https://k.example/2/source.jpg' },
    { TITLE: '', PICTURE: 'https://media.example/a.png' },
    { TITLE: 'None' },
  ]);
  expect(read).toEqual(['beach.jpg']);
});

it('names the row whose file is missing', async () => {
  const rows = [{ PICTURE: 'sea.jpg' }, { PICTURE: 'new.jpg' }];
  await expect(findRowFiles(rows, ['PICTURE'], listFiles())).rejects.toThrow(
    'Row 3 names the file "new.jpg", which is not among your files. Upload it, or correct its name.',
  );
});
