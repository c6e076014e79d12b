import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RunningServer } from '../burst/running-server.ts';
import { serveFolder } from '../burst/serve-folder.ts';
import { makeSources } from '../soak/workload.ts';
import { createAccount } from './account.ts';
import { EndReceiver, type WorkEnd } from './end-receiver.ts';
import {
  frameEditOf,
  IMPORT,
  LONG_RENDER,
  PICTURE,
  RENDITION,
  SMALL_RENDER,
  SPEECH,
  type Work,
} from './work.ts';

/** One piece of work of B while many of A wait. */
export interface Guest {
  readonly name: string;
  /** Number of pieces at the same time. */
  readonly slots: number;
  /** Seconds that a piece of A takes in its slot. */
  readonly length: number;
  /** Seconds from the acceptance of B's piece to its end. */
  readonly waited: number;
  /** Pieces of A that ended in this time. */
  readonly overtakenBy: number;
}

/** Number of ends of each owner among the first ends. */
export interface Turns {
  readonly name: string;
  readonly slots: number;
  readonly ends: Readonly<Record<string, number>>;
}

/** The measured fairness of a server. */
export interface Fairness {
  readonly guests: readonly Guest[];
  readonly turns: readonly Turns[];
}

/** Pieces that A has waiting. */
const MANY = 60;
/** Renditions that A has waiting: each is imported before, which takes longer. */
const RENDITIONS = 20;
/** Ends of A's pieces before B comes. */
const HEAD_START = 2;
/** Ends after which the shares are counted. */
const COUNTED = 30;
/** Ends of A for measuring the time of its pieces. */
const TIMED = 8;
/** Imports at the same time; see `src/jobs/work-rules.ts`. */
const IMPORTS = 4;
/** Creations at the same time; see `src/jobs/work-rules.ts`. */
const CREATIONS = 8;
/** Frames of one owner at the same time; see `src/engine/inspection.ts`. */
const FRAMES = Math.floor(availableParallelism() * 2 * 0.75);

interface Scene {
  readonly server: RunningServer;
  readonly receiver: EndReceiver;
  readonly sources: string;
}

/**
 * Measures how long a piece of work of one owner takes while another one has many waiting, and how owners share
 * a busy server.
 *
 * @param folder an empty folder.
 */
export async function measureFairness(folder: string): Promise<Fairness> {
  const guests: Guest[] = [];
  const turns: Turns[] = [];
  const media = join(folder, 'sources');
  await makeSources(media);
  await using sources = await serveFolder(media);
  let homes = 0;
  const stage = async <Value>(slots: number, play: (scene: Scene) => Promise<Value>): Promise<Value> => {
    const settings = { KINORA_RENDERS: String(slots), KINORA_RENDITIONS: String(slots) };
    await using receiver = await EndReceiver.start();
    await using server = await RunningServer.start(join(folder, `home-${homes++}`), settings);
    return await play({ server, receiver, sources: sources.url });
  };
  const note =
    <Value extends object>(list: Value[]) =>
    (value: Value) => {
      list.push(value);
      console.log(JSON.stringify(value));
    };
  for (const slots of [1, 2]) {
    const equal = { name: 'equal renders', slots, many: SMALL_RENDER, one: SMALL_RENDER };
    await stage(slots, (scene) => receive(scene, equal)).then(note(guests));
    const short = { name: 'a picture among long renders', slots, many: LONG_RENDER, one: PICTURE };
    await stage(slots, (scene) => receive(scene, { ...short, timed: 1, headStart: 0 })).then(note(guests));
    const rendition = { name: 'renditions', slots, many: RENDITION, one: RENDITION, pieces: RENDITIONS };
    await stage(slots, (scene) => receive(scene, rendition)).then(note(guests));
    const shares = { A: 2, B: 1 };
    await stage(slots, (scene) => countTurns(scene, { name: 'shares 2 and 1', slots, shares })).then(
      note(turns),
    );
    const three = { name: 'three owners', slots, shares: { A: 1, B: 1, C: 1 } };
    await stage(slots, (scene) => countTurns(scene, three)).then(note(turns));
  }
  const imports = { name: 'imports', slots: IMPORTS, many: IMPORT, one: IMPORT };
  await stage(1, (scene) => receive(scene, imports)).then(note(guests));
  const speech = { name: 'speech', slots: CREATIONS, many: SPEECH, one: SPEECH };
  await stage(1, (scene) => receive(scene, speech)).then(note(guests));
  await stage(1, (scene) => receiveFrames(scene)).then((found) => found.forEach(note(guests)));
  return { guests, turns };
}

/** Measures one piece of work of B behind many of A. */
async function receive(
  { server, receiver, sources }: Scene,
  {
    many,
    one,
    pieces = MANY,
    headStart = HEAD_START,
    timed = TIMED,
    ...about
  }: {
    name: string;
    slots: number;
    many: Work;
    one: Work;
    pieces?: number;
    headStart?: number;
    timed?: number;
  },
): Promise<Guest> {
  const [a, b] = [await createAccount(server, 'A'), await createAccount(server, 'B')];
  // The first pieces of a server take longer than all others.
  for (let number = 0; number < 2; number++) {
    await one.submit(server, a, 1000 + number, { sources, callback: `${receiver.url}/first` });
    await receiver.waitFor(one.event, (ends) => ends.length > number);
  }
  const at = { sources, callback: `${receiver.url}/A` };
  for (let number = 0; number < pieces; number++) await many.submit(server, a, number, at);
  const accepted = Date.now();
  const endsOf = (ends: readonly WorkEnd[], owner: string) => ends.filter((end) => end.owner === owner);
  if (many.after !== undefined)
    await receiver.waitFor(many.after, (ends) => endsOf(ends, 'A').length >= pieces);
  await receiver.waitFor(many.event, (ends) => endsOf(ends, 'A').length >= headStart);
  // In the middle of a piece, not at its end.
  if (headStart === 0) await wait(3000);
  const asked = Date.now();
  await one.submit(server, b, 2000, { sources, callback: `${receiver.url}/B` });
  const endOfGuest = async (event: string): Promise<number> => {
    const ends = await receiver.waitFor(event, (all) => endsOf(all, 'B').length > 0);
    return endsOf(ends, 'B')[0]?.at ?? NaN;
  };
  const end = await endOfGuest(one.event);
  const begin = one.after === undefined ? asked : await endOfGuest(one.after);
  const found = await receiver.waitFor(many.event, (ends) => endsOf(ends, 'A').length >= timed + headStart);
  const ends = found.filter(({ owner }) => owner === 'A' || (owner === 'B' && many === one));
  return {
    ...about,
    length: lengthOf([...(timed === 1 ? [accepted] : []), ...ends.map((end) => end.at)], about.slots),
    waited: (end - begin) / 1000,
    overtakenBy: endsOf(found, 'A').filter(({ at }) => at > begin && at < end).length,
  };
}

/** Returns the seconds that a piece takes in its slot if pieces end at the given times. */
function lengthOf(times: readonly number[], slots: number): number {
  if (times.length === 2) return ((times[1] ?? NaN) - (times[0] ?? NaN)) / 1000;
  const [first = NaN, last = NaN] = [times[0], times.at(-1)];
  return ((last - first) / (times.length - 1) / 1000) * slots;
}

/** Counts the ends of each owner while all of them have work waiting. */
async function countTurns(
  { server, receiver, sources }: Scene,
  { name, slots, shares }: { name: string; slots: number; shares: Readonly<Record<string, number>> },
): Promise<Turns> {
  for (const [owner, share] of Object.entries(shares)) {
    const key = await createAccount(server, owner, share);
    const at = { sources, callback: `${receiver.url}/${owner}` };
    for (let number = 0; number < COUNTED; number++) await SMALL_RENDER.submit(server, key, number, at);
  }
  const last = Object.keys(shares).at(-1);
  // Until the last owner has come, the others share the server alone.
  const before = receiver.list(SMALL_RENDER.event).length + slots;
  const ends = await receiver.waitFor(SMALL_RENDER.event, (all) => all.length >= before + COUNTED);
  const counted = ends.slice(before, before + COUNTED);
  if (!counted.some(({ owner }) => owner === last)) console.log(`${last} was not served.`);
  const count = (owner: string) => counted.filter((end) => end.owner === owner).length;
  return { name, slots, ends: Object.fromEntries(Object.keys(shares).map((owner) => [owner, count(owner)])) };
}

/** Measures a frame and a probe of B while many frames of A wait. */
async function receiveFrames({ server, sources }: Scene): Promise<Guest[]> {
  const [a, b] = [await createAccount(server, 'A'), await createAccount(server, 'B')];
  await server.frame(frameEditOf(1000), 1, b);
  await server.frame(frameEditOf(1001), 1, b);
  const ends: number[] = [];
  const all = Array.from({ length: FRAMES * 4 }, async (_, number) => {
    const answer = server.frame(frameEditOf(number), 1, a);
    await answer.then(
      () => ends.push(Date.now()),
      () => undefined,
    );
  });
  while (ends.length < 1) await wait(50);
  const timed = async (work: Promise<unknown>) => {
    const [started, before] = [performance.now(), ends.length];
    await work;
    return { waited: (performance.now() - started) / 1000, overtakenBy: ends.length - before };
  };
  const probe = `/edit/v1/probe/${encodeURIComponent(`${sources}/clip.mp4`)}`;
  const [frame, probed] = await Promise.all([
    timed(server.frame(frameEditOf(1002), 1, b)),
    timed(server.send(probe, undefined, b)),
  ]);
  await Promise.all(all);
  const length = lengthOf(ends, FRAMES);
  return [
    { name: 'frames', slots: FRAMES, length, ...frame },
    { name: 'a probe among frames', slots: FRAMES, length, ...probed },
  ];
}
