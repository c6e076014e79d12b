// Collects the licences of the packages whose code is in a bundle. They require a copy beside the bundle.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the licence texts of the packages that modules belong to.
 *
 * @param {Iterable<string>} modules absolute paths of all modules of a bundle.
 * @returns {string}
 */
export function collectLicences(modules) {
  const folders = [...modules].flatMap((path) => path.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
  return [...new Set(folders)].sort().map(describeLicence).join('\n');
}

function describeLicence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = globSync('{LICEN[CS]E,licen[cs]e,NOTICE}*', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8').trim(),
  );
  return [`# ${name} ${version}, ${license}`, ...texts, ''].join('\n\n');
}
