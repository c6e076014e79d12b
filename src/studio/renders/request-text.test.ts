import { describe, expect, it } from 'vitest';
import { type RequestForm, writeRequest } from './request-text.ts';

const EDIT = { timeline: { tracks: [] }, output: { format: 'hls' }, note: `it's "$KINORA_KEY" \`x\` \\n` };
const request = {
  server: 'https://media.example.com',
  stage: 'stage' as const,
  edit: `${JSON.stringify(EDIT, null, 2)}\n`,
};

describe('the request of a render', () => {
  it.each(['curl', 'command line'] as const)('gives the shell the edit unchanged with %s', (form) => {
    const lines = writeRequest(form, request).split('\n');
    const first = lines.findIndex((line) => line.endsWith(`<<'EDIT'`));
    // Quotes around the word keep the shell from replacing anything.
    expect(first).toBeGreaterThanOrEqual(0);
    expect(JSON.parse(lines.slice(first + 1, lines.indexOf('EDIT')).join('\n'))).toEqual(EDIT);
  });

  it('sends curl to the environment, with the key of the variable', () => {
    const [first, second] = writeRequest('curl', request).split('\n');
    expect(first).toBe(`curl -X POST 'https://media.example.com/edit/stage/render' \\`);
    expect(second).toContain('"x-api-key: $KINORA_KEY"');
  });

  it('writes a program with the environment of the key', () => {
    const program = writeRequest('TypeScript', request);
    expect(program).toContain(`{ url: "https://media.example.com", key, version: 'stage' }`);
    expect(writeRequest('TypeScript', { ...request, stage: 'v1' })).not.toContain('version');
  });

  it('names the file of the command line by the format of the edit', () => {
    const nameIn = (edit: object) =>
      /--output (?<name>\S+)/.exec(writeRequest('command line', { ...request, edit: JSON.stringify(edit) }))
        ?.groups?.['name'];
    expect(nameIn(EDIT)).toBe('film.m3u8');
    expect(nameIn({ outputs: [{ format: 'png' }, { format: 'mp4' }] })).toBe('film.png');
    expect(nameIn({ output: { format: '{{ FORMAT }}' } })).toBe('film.mp4');
  });

  it('has a variable where the key would be', () => {
    for (const form of ['curl', 'TypeScript'] satisfies RequestForm[])
      expect(writeRequest(form, request)).toContain('KINORA_KEY');
  });
});
