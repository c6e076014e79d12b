import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENGINE_VERSION } from './engine.ts';

it('has a version for these golden frames and packages', () => {
  const digest = createHash('sha256');
  for (const path of globSync('test/golden/*/*').toSorted()) digest.update(path).update(readFileSync(path));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  digest.update(JSON.stringify(dependencies));
  const current = digest.digest('hex').slice(0, 16);
  expect(
    ENGINE_VERSION.digest,
    `The golden frames or the packages have changed. Write the digest "${current}" into engine.ts. Raise the number if other pictures change, too.`,
  ).toBe(current);
});
