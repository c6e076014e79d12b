/** Prints what all frames of an edit look like, composed in a process of its own: `compose-apart.ts EDIT.json FRAMES`. */
import { readFile } from 'node:fs/promises';
import { composed, materialOf } from './composed.ts';

const [, , path = '', frames] = process.argv;
const material = await materialOf(JSON.parse(await readFile(path, 'utf8')));
console.log(
  JSON.stringify(
    await composed(
      material,
      Array.from({ length: Number(frames) }, (_, index) => index),
    ),
  ),
);
