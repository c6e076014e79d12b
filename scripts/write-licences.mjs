// `npm run docs:licences`: writes docs/licences.md from the lock file.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatDocument } from './format-document.ts';
import { findUnknownLicences, JUDGED, listPackages } from './licences.mjs';

const packages = listPackages();
const unknown = findUnknownLicences(packages);
if (unknown.length > 0) {
  console.error('Judge these licences, and add the packages to scripts/licences.mjs:');
  for (const { name, licence } of unknown) console.error(`  ${name}: ${licence}`);
  process.exit(1);
}
/** Names the packages of a licence, each with its versions. */
function nameAll(found) {
  const byName = Map.groupBy(found, ({ name }) => name);
  return [...byName]
    .map(([name, all]) => `\`${name}\` ${all.map(({ version }) => version).join(' and ')}`)
    .join(', ');
}

const byLicence = [...Map.groupBy(packages, ({ licence }) => licence)].sort(([one], [other]) =>
  one < other ? -1 : 1,
);
const text = `# Licences

Kinora is under the MIT licence. An installation brings the packages below, each under its own licence. The
list is made by \`npm run docs:licences\`, and a test compares it with the lock file. For a machine,
\`npm run --silent sbom\` prints a software bill of materials (CycloneDX).

## What they mean for you

**FFmpeg is installed with the package \`node-av\`. This build is under the GPL version 3 and contains
x264.** If you distribute Kinora together with its packages, for example in a container image, the
whole is under the GPL. Running it as a service has no such requirement. The build also contains
libfdk-aac, whose licence is incompatible with the GPL. Kinora never uses it and encodes AAC with
FFmpeg's own encoder.

English speech comes from Flite, under a BSD licence. Speech in other languages comes from eSpeak
NG, under the GPL version 3. It is an optional package and runs as a program of its own
([decision 40](decisions/0040-voices-without-a-network.md)).

The fonts are under the SIL Open Font License, except Permanent Marker and Clear Sans, which are
under the Apache License 2.0. Chromium is under a BSD licence, with parts under other licences.

The scripts for pages, at \`/embed/\` and in the package \`@kinora/preview\`, contain mediabunny under
the MPL 2.0. It is unchanged, and [its source](https://github.com/Vanilagy/mediabunny) is public.
\`/embed/licences.md\` has the licences of all that they contain.

H.264 and AAC are covered by patents in some countries. Whether you need a licence depends on your
use.

## Worth knowing

${Object.entries(JUDGED)
  .map(([name, text]) => `- \`${name}\`: ${text}`)
  .join('\n')}

## All packages

${byLicence.map(([licence, found]) => `- **${licence}**: ${nameAll(found)}`).join('\n')}
`;
const path = fileURLToPath(new URL('../docs/licences.md', import.meta.url));
writeFileSync(path, formatDocument(text));
