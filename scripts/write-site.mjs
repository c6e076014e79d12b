// `npm run docs:site -- FOLDER`: writes the site of the documents into a folder, for any server of files.
import { mkdir, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildSite } from '../site/build-site.ts';
import { bundleSiteScript } from './bundle-site.mjs';

const [name] = process.argv.slice(2);
if (name === undefined) fail('Name the folder to write to: npm run docs:site -- FOLDER');
const folder = resolve(process.env.INIT_CWD ?? '.', name);
await mkdir(folder, { recursive: true });
if ((await readdir(folder)).length > 0)
  fail(`The folder ${name} is not empty. Name another one, or empty it.`);
await buildSite(folder, { suffix: '.html', hasServer: false });
await bundleSiteScript(folder);
console.log(`The site is in ${name}. Its first page is index.html.`);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
