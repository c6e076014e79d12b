/**
 * `npm run golden [-- NAME...]`: makes the pictures of these cases, or of all, and keeps them as what is expected from now on. Look at
 * every one that changed before you commit it: a golden picture is right because somebody looked.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { caseNames, GOLDEN, readCase, unusedPictures } from './golden-case.ts';
import { GoldenStudio } from './golden-check.ts';

if (process.env['CI']) throw new Error('Golden pictures are made by people who look at them, not in CI.');
const known = caseNames();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')} in test/golden.`);

await using studio = await GoldenStudio.open();
let changed = 0;
for (const name of asked.length > 0 ? asked : known) {
  const golden = readCase(name);
  for (const frame of golden.frames) {
    if ((await studio.problemOf(golden, frame)) === undefined) continue;
    await studio.keep(golden, frame);
    changed++;
    console.log(`made test/golden/${frame.picture}`);
  }
}
const unused = unusedPictures();
for (const picture of unused) await rm(join(GOLDEN, picture));
console.log(`${changed} pictures made, ${unused.length} removed that no case asks for.`);
