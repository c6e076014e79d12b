import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { loadOptional } from './load-optional.ts';

it('says which package to install if an optional one is missing', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  const loading = loadOptional(() => Promise.reject(missing), '@ai-sdk/fal', 'no_credentials');
  const version = manifest.optionalDependencies['@ai-sdk/fal'];
  await expect(loading).rejects.toMatchObject({
    code: 'no_credentials',
    message: `This needs the optional package \`@ai-sdk/fal\`, which is not installed. Install it with \`npm install @ai-sdk/fal@${version}\`.`,
  });
});

it('passes on any other error of a package, and the package itself', async () => {
  const broken = new Error('broken');
  await expect(loadOptional(() => Promise.reject(broken), 'ai', 'no_credentials')).rejects.toBe(broken);
  expect(await loadOptional(() => Promise.resolve(1), 'ai', 'no_credentials')).toBe(1);
});
