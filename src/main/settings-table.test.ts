import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTINGS } from './settings.ts';
import { createSettingsTable } from './settings-table.ts';

function cellsOf(table: string): string[][] {
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '---')));
}

describe('the settings', () => {
  it('match the table in docs/settings.md, which `npm run docs:settings` writes', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
    const [, block = ''] = page.split(/<!-- \/?settings -->/);
    expect(cellsOf(block)).toEqual(cellsOf(createSettingsTable()));
  });

  it('name the documents that their links lead to', () => {
    const links = SETTINGS.flatMap(({ description }) => [
      ...description.matchAll(/\[(docs\/[\w-]+\.md)\]\(([^)#]+)/g),
    ]);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(([, name, target]) => name !== target)).toEqual([]);
  });

  it('are all declared, and all declared ones are read', () => {
    const read = new Set<string>();
    const environment = new Proxy<Record<string, string>>(
      // The keys are read only if files are stored in S3.
      { KINORA_STORAGE: 's3://films', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'word' },
      {
        get(target, name) {
          read.add(String(name));
          return target[String(name)];
        },
      },
    );
    readSettings(environment, '/work');
    const names = SETTINGS.map(({ name }) => name);
    expect([...read].toSorted()).toEqual(names.toSorted());
  });
});
