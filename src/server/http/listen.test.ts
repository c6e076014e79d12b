import { expect, it } from 'vitest';
import { createListenError } from './listen.ts';

it.each([
  ['EADDRINUSE', 'Set PORT to another port'],
  ['EACCES', 'Set PORT to a port above 1023'],
  ['EADDRNOTAVAIL', 'Set HOST to an address of this machine'],
  ['ENOTFOUND', 'Set HOST to an address of this machine'],
])('says which setting is wrong if a server cannot listen: %s', (code, advice) => {
  const { message } = createListenError(
    { host: 'kino.example', port: 80 },
    Object.assign(new Error(), { code }),
  );
  expect(message).toContain(`HOST "kino.example" and PORT 80 (${code})`);
  expect(message).toContain(advice);
});
