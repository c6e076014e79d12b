// A program that does what its first word says.
import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { SynthesisAnswer, SynthesisRequest } from '../synthesis.ts';
import { serveSynthesis } from './serve-synthesis.ts';

/** Returns the names of the actions that the process is allowed to do. */
function listAllowed(): string[] {
  const actions = {
    read: () => readFileSync('/etc/hosts'),
    write: () => writeFileSync('/tmp/kinora-speech-test', ''),
    spawn: () => spawnSync('true').error && undefined,
  };
  return Object.entries(actions).flatMap(([name, act]) => {
    try {
      act();
      return [name];
    } catch {
      return [];
    }
  });
}

await serveSynthesis(async ({ words }: SynthesisRequest): Promise<SynthesisAnswer> => {
  const order = words[0]?.spoken;
  if (order === 'crash') process.exit(3);
  if (order === 'break off') {
    process.stdout.write('{"sampleRate":8000,"sound":"AA');
    process.exit(3);
  }
  if (order === 'hang') await setTimeout(1e9);
  const facts = { pid: process.pid, environment: Object.keys(process.env), allowed: listAllowed() };
  return { sampleRate: 8000, sound: JSON.stringify(facts), spans: [] };
});
