/**
 * Composes all frames of an edit in a process of its own and prints their hashes: `hash-in-child.ts EDIT.json
 * FRAMES`.
 */
import { readFile } from 'node:fs/promises';
import { hashFrames, prepareMaterial } from './hash-frames.ts';

const [, , path = '', frames] = process.argv;
const material = await prepareMaterial(JSON.parse(await readFile(path, 'utf8')));
console.log(
  JSON.stringify(
    await hashFrames(
      material,
      Array.from({ length: Number(frames) }, (_, index) => index),
    ),
  ),
);
