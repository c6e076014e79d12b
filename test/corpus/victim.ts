/**
 * The program of a process that reads damaged files, as the child processes of Kinora do, one after the other:
 * a new process for each of thousands of files would take hours. It answers each message with what a client
 * would get.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspect } from 'node:util';
import { KinoraError, toKinoraError } from '../../src/base/errors.ts';
import { listSources, parseEdit } from '../../src/edit/index.ts';
import { inspectFile } from '../../src/render/probe/inspect-file.ts';
import { inspectSource } from '../../src/render/probe/inspect-source.ts';
import { probe } from '../../src/render/probe/probe.ts';
import { probeCaptions } from '../../src/render/probe/subtitles.ts';
import { toEdit } from '../media/render-edit.ts';
import { produce } from '../../src/render/produce/produce.ts';
import { renderFrame } from '../media/render-frame.ts';
import type { AssetType } from './base-files.ts';

/** The order to read a file. */
export interface Order {
  readonly path: string;
  readonly type: AssetType;
  /** True to draw a frame of an edit with the file, too. */
  readonly draws: boolean;
}

/** The results of reading a file. */
export interface Answer {
  /** For each way to read the file, `read` or `code: message`. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** The errors whose reason is hidden from clients, in full. Each is a fault of Kinora. */
  readonly surprises: readonly string[];
  /** The largest resident memory while the file was read, in bytes. */
  readonly peakBytes: number;
  readonly milliseconds: number;
  /** The number of open files afterwards. */
  readonly openFiles: number;
}

const LIMITS = { maxBytes: 1e9, maxSeconds: 36_000, maxPixels: 16_384 };

type Work = () => Promise<unknown>;

function listWork({ path, type, draws }: Order): Readonly<Record<string, Work>> {
  const source: Work = () => inspectSource(path, LIMITS);
  switch (type) {
    case 'edit':
      return { edit: () => checkEdit(path) };
    case 'page':
      return { source };
    case 'caption':
      return { source, captions: () => probeCaptions(path) };
    case 'font':
      return { source, ...(draws && { frame: () => renderFrame(createTextEdit(path)) }) };
    case 'video':
    case 'audio':
    case 'image': {
      const names = { filename: 'file', displayName: 'The file' };
      const media = { source, inspect: () => inspectFile(path, names), probe: () => probe(path) };
      return {
        ...media,
        ...(draws && {
          frame: () => renderFrame(createMediaEdit(path, type), 0.2),
          film: () => renderWhole(createMediaEdit(path, type)),
        }),
      };
    }
  }
}

async function checkEdit(path: string): Promise<void> {
  let json: unknown;
  const text = await readFile(path, 'utf8');
  try {
    json = JSON.parse(text);
  } catch {
    throw new KinoraError('not_json', 'The body is not JSON.');
  }
  const result = parseEdit(json, { dialect: 'interface' });
  if (!result.ok) throw new KinoraError('validation_failed', 'The edit has problems.');
}

const OUTPUT = { format: 'mp4', size: { width: 64, height: 48 }, fps: 12 };

function createMediaEdit(src: string, type: 'video' | 'audio' | 'image'): object {
  const clip = { asset: { type, src }, start: 0, length: 0.5 };
  return { timeline: { tracks: [{ clips: [clip] }] }, output: OUTPUT };
}

function createTextEdit(src: string): object {
  const asset = { type: 'text', text: 'Wa fi', font: { family: basename(src), size: 20 } };
  return {
    timeline: { fonts: [{ src }], tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
    output: OUTPUT,
  };
}

/** Renders an edit to a film with sound. */
async function renderWhole(input: unknown): Promise<void> {
  const edit = toEdit(input);
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  try {
    const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, url]));
    const to = { output: join(folder, 'film.mp4') };
    await produce({ edit, files, dialect: 'interface', folder, to, watermark: false }, () => undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts to measure the largest memory from here on. Linux only. */
function resetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function readPeak(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}

async function read(order: Order): Promise<Answer> {
  const outcomes: Record<string, string> = {};
  const surprises: string[] = [];
  resetPeak();
  const began = performance.now();
  for (const [name, work] of Object.entries(listWork(order))) {
    try {
      await work();
      outcomes[name] = 'read';
    } catch (error) {
      const { code, message, fault } = toKinoraError(error);
      outcomes[name] = `${code}: ${message}`;
      if (fault === 'us' || fault === 'operator') surprises.push(`${name}: ${inspect(error)}`);
    }
  }
  const milliseconds = performance.now() - began;
  const openFiles = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  return { outcomes, surprises, peakBytes: readPeak(), milliseconds, openFiles };
}

process.on('message', (order) => void read(order as Order).then((answer) => process.send?.(answer)));
