/**
 * Started by bench/burst/measure-server.ts: `node bare-library.ts EDITS FOLDER` renders a list of edits with
 * the library alone, as many at once as a server does, and prints the total time in seconds.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type ParsedEdit, parseEdit } from '../../src/edit/index.ts';
import { createCommandLineEngine } from '../../src/engine/command-line-engine.ts';
import { readSettings } from '../../src/main/settings.ts';

const [list = '', folder = ''] = process.argv.slice(2);
const edits = (JSON.parse(await readFile(list, 'utf8')) as unknown[]).map((edit): ParsedEdit => {
  const parsed = parseEdit(edit);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
});
const settings = readSettings({ KINORA_HOME: join(folder, 'bare'), KINORA_SEGMENTS: '0' }, folder);
const engine = createCommandLineEngine(settings);
const limit = pLimit(settings.renders);
const run = { folder, signal: new AbortController().signal, onProgress: () => undefined };
const started = performance.now();
await Promise.all(
  edits.map((edit, index) =>
    limit(() => engine.render(edit, { output: join(folder, `bare-${index}.mp4`) }, run)),
  ),
);
console.log((performance.now() - started) / 1000);
