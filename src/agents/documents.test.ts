import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listTools } from './list-tools.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
const blocks = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(
  ([, block]) => JSON.parse(block ?? '') as object,
);

const Local = z.object({
  command: z.literal('node'),
  args: z.tuple([z.string().endsWith('/bin/kinora.js'), z.literal('mcp'), z.literal('--folder'), z.string()]),
  env: z.strictObject({ KINORA_URL: z.url(), KINORA_KEY: z.string() }).optional(),
});
const Remote = z.object({
  type: z.literal('http'),
  url: z.url().endsWith('/mcp'),
  headers: z.strictObject({ Authorization: z.string().startsWith('Bearer ') }),
});
const Servers = z.record(z.string(), z.union([Local, Remote]));

describe('docs/agents.md', () => {
  it('lists all tools, and no other', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    const names = listTools({ writesFiles: false, folder: '/' }).map(({ name }) => name);
    expect(rows).toEqual(names);
  });

  it('has settings of programs that start the tools, and arguments that a tool takes', () => {
    const settings = blocks.filter((block) => 'mcpServers' in block || 'servers' in block);
    expect(settings).toHaveLength(4);
    for (const block of settings)
      expect(z.record(z.string(), Servers).safeParse(block).error).toBe(undefined);
    const [given] = blocks.filter((block) => 'changes' in block);
    const validate = listTools({ writesFiles: true, folder: '/' }).find(({ name }) => name === 'validate');
    expect(validate?.input.safeParse(given).error).toBe(undefined);
  });
});
