// `npm run docs:licences`: writes docs/licences.md from the lock file.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { findUnknownLicences, JUDGED, listPackages } from './licences.mjs';

const packages = listPackages();
const unknown = findUnknownLicences(packages);
if (unknown.length > 0) {
  console.error('Judge these licences, and add the packages to scripts/licences.mjs:');
  for (const { name, licence } of unknown) console.error(`  ${name}: ${licence}`);
  process.exit(1);
}
const rows = (cells) => cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
const text = `# Licences

Kinora is under the MIT licence. An installation brings the packages below, each under its own licence. The
list is made by \`npm run docs:licences\`, and a test compares it with the lock file. For a machine,
\`npm run --silent sbom\` prints a software bill of materials (CycloneDX).

## Worth knowing

${Object.entries(JUDGED)
  .map(([name, text]) => `- \`${name}\`: ${text}`)
  .join('\n')}

## All packages

| package | version | licence |
| --- | --- | --- |
${rows(packages.map(({ name, version, licence }) => [`\`${name}\``, version, licence]))}
`;
const path = fileURLToPath(new URL('../docs/licences.md', import.meta.url));
writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
