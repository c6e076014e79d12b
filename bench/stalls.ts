/**
 * `node bench/stalls.ts`: measures how long the event loop of the server blocks while it receives a large
 * body, valid or hostile, and while the worker in the same process reads it. It should stay below 100 ms for
 * bodies up to 1 MB, and below 1 s for 10 MB. `bench/hostile.ts` measures small requests that cost much.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraProcess } from './kinora-process.ts';

const MEGABYTE = 1024 * 1024;
/** Long enough for the worker to take a job and to read its edit. */
const SETTLE_MS = 2000;

/** A timeline is limited to 12 hours, so the starts of later clips wrap around to 0. */
const startOf = (index: number): number => index % 40_000;
/** Long enough that 10 MB of clips stay within the limit of their number. */
const PADDING = 'x'.repeat(950);
const validClip = (index: number): string =>
  `{"asset":{"type":"text","text":"Number ${index} ${PADDING}"},"start":${startOf(index)},"length":1}`;
const invalidClip = (): string => '{"asset":{"type":"nothing"},"start":-1,"length":"x","more":1}';

function editOf(clips: string, rest = ''): string {
  return `{"timeline":{"tracks":[{"clips":[${clips}]}]},"output":{"format":"mp4","resolution":"sd"}${rest}}`;
}

/** Repeats a unit as often as it fits into an edit of the given size. */
function repeatToSize(bytes: number, unit: (index: number) => string): string {
  const parts: string[] = [];
  for (let index = 0, length = 200; ; index++) {
    const part = unit(index);
    length += part.length + 1;
    if (length > bytes) return parts.join(',');
    parts.push(part);
  }
}

const editWithLongText = (bytes: number): string =>
  editOf(`{"asset":{"type":"text","text":"${'x'.repeat(bytes - 300)}"},"start":0,"length":6}`);
const mergedClip = (index: number): string => validClip(index).replace('Number', '{{ WORD }}');

const BODIES: Readonly<Record<string, (bytes: number) => string>> = {
  'valid clips': (bytes) => editOf(repeatToSize(bytes, validClip)),
  'merged clips': (bytes) =>
    editOf(repeatToSize(bytes - 100, mergedClip), ',"merge":[{"find":"WORD","replace":"Number"}]'),
  'one valid string': editWithLongText,
  'wrong clips': (bytes) => editOf(repeatToSize(bytes, invalidClip)),
  'empty clips': (bytes) => editOf(repeatToSize(bytes, () => '{}')),
  'unknown properties': (bytes) => `{${repeatToSize(bytes, (index) => `"property${index}":1`)}}`,
  'broken at the end': (bytes) => `${editOf(repeatToSize(bytes - 1, validClip))}}`,
  '1000 deep': () => '['.repeat(1000) + ']'.repeat(1000),
  'brackets alone': (bytes) => '['.repeat(bytes),
};

/**
 * Edits for dry runs and frames. None of their files is reachable, so that only Kinora's own
 * work is measured.
 */
const refusedClip = (index: number): string =>
  `{"asset":{"type":"image","src":"http://127.0.0.1:1/${index}"},"start":${startOf(index)},"length":1}`;
const INSPECTED_BODIES: Readonly<Record<string, (bytes: number) => string>> = {
  'valid clips': (bytes) => editOf(repeatToSize(bytes, validClip)),
  'one valid string': editWithLongText,
  'files to refuse': (bytes) => editOf(repeatToSize(bytes, refusedClip)),
};

await using kinora = await KinoraProcess.start('fail');
await kinora.submit(editOf(validClip(0)));
for (const megabytes of [1, 10]) {
  for (const [name, body] of Object.entries(BODIES)) {
    await measure(`${megabytes} MB, ${name}`, [body(megabytes * MEGABYTE)]);
  }
  for (const [name, body] of Object.entries(INSPECTED_BODIES)) {
    for (const to of ['render?dryRun=true', 'frame?at=5'])
      await measure(`${megabytes} MB, ${name}, ${to}`, [body(megabytes * MEGABYTE)], to);
  }
}
const valid = editOf(repeatToSize(MEGABYTE, validClip));
await measure(
  '1 MB, valid clips, 32 at once',
  Array.from({ length: 32 }, () => valid),
);

async function measure(what: string, bodies: readonly string[], to?: string): Promise<void> {
  await wait(SETTLE_MS);
  await kinora.longestStall();
  const answers = await Promise.all(bodies.map((body) => kinora.submit(body, to)));
  await wait(SETTLE_MS);
  const { ms: stall, computedMs } = await kinora.longestStall();
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  const statuses = [...new Set(answers.map(({ status }) => status))].join(' ');
  console.log(
    `${what.padEnd(44)} ${statuses.padEnd(4)} in ${slowest.toFixed(0).padStart(6)} ms, longest stall ${stall.toFixed(0).padStart(5)} ms, computed ${computedMs.toFixed(0).padStart(5)} ms`,
  );
}
