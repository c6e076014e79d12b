import { expect, it } from 'vitest';
import { replaceStores } from './replace-stores.ts';

it('hides what the browser keeps, and keeps nothing there', () => {
  const kept = new Map([['kinora.key', 'secret']]);
  const store = { getItem: (name: string) => kept.get(name), setItem: kept.set.bind(kept) };
  const page = {} as Record<'localStorage' | 'sessionStorage', Storage>;
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(page, name, { configurable: true, get: () => store });
  replaceStores(page);
  expect(page.sessionStorage.getItem('kinora.key')).toBeNull();
  page.localStorage.setItem('kinora.theme', 'light');
  expect(page.localStorage.getItem('kinora.theme')).toBe('light');
  expect([...kept.keys()]).toEqual(['kinora.key']);
});
