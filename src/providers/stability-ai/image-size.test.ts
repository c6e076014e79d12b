import { expect, test } from 'vitest';
import { chooseImageSize } from './image-size.ts';

test.each([
  ['stable-diffusion-xl-1024-v1-0', '1024x1024', '1024x1024'],
  ['stable-diffusion-xl-1024-v1-0', '512x512', '1024x1024'],
  ['stable-diffusion-xl-1024-v1-0', '1920x1080', '1344x768'],
  ['stable-diffusion-xl-1024-v0-9', '1080x1920', '768x1344'],
  ['stable-diffusion-xl-1024-v1-0', '3000x100', '1536x640'],
  ['stable-diffusion-v1-6', '512x768', '512x768'],
  ['stable-diffusion-v1-6', '1000x1000', '1024x1024'],
  ['stable-diffusion-v1-6', '64x64', '320x320'],
  ['stable-diffusion-512-v2-1', '512x512', '512x512'],
  ['stable-diffusion-512-v2-1', '128x128', '512x512'],
  ['stable-diffusion-xl-beta-v2-2-2', '896x512', '896x512'],
  ['stable-diffusion-xl-beta-v2-2-2', '896x896', '512x512'],
  ['another-engine', '1000x30', '1024x128'],
])('asks %s for %s as %s', (engine, wanted, size) => {
  const [width = 0, height = 0] = wanted.split('x').map(Number);
  const chosen = chooseImageSize(engine, { width, height });
  expect(`${chosen.width}x${chosen.height}`).toBe(size);
});
