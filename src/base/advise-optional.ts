import manifest from '../../package.json' with { type: 'json' };

/** Says that an optional package is missing and how to install it. The result has no final full stop. */
export function adviseOptional(name: keyof typeof manifest.optionalDependencies): string {
  const version = manifest.optionalDependencies[name];
  return `the optional package \`${name}\`, which is not installed. Install it with \`npm install ${name}@${version}\``;
}
