/**
 * `npm run golden [-- NAME...]`: draws the pictures of the named cases, or of all cases, and stores those
 * that differ as the expected pictures. Look at every changed picture before you commit it: a golden picture
 * is correct only because a person has checked it.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { caseNames, GOLDEN, readCase, unusedPictures } from './golden-case.ts';
import { GoldenStudio } from './golden-check.ts';

if (process.env['CI'])
  throw new Error('Golden pictures must be checked by a person. Do not create them in CI.');
const known = caseNames();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown case: ${unknown.join(', ')}. The cases are the folders in test/golden.`);

await using studio = await GoldenStudio.open();
let changed = 0;
for (const name of asked.length > 0 ? asked : known) {
  const golden = readCase(name);
  for (const frame of golden.frames) {
    if ((await studio.problemOf(golden, frame)) === undefined) continue;
    await studio.keep(golden, frame);
    changed++;
    console.log(`Created test/golden/${frame.picture}`);
  }
}
const unused = unusedPictures();
for (const picture of unused) await rm(join(GOLDEN, picture));
console.log(`${changed} pictures created, ${unused.length} unused pictures removed.`);
