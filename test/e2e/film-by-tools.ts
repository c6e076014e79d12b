import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import sharp from 'sharp';
import { expect } from 'vitest';
import { KINORA } from './processes.ts';

/** An answer of a tool. */
interface Reply {
  readonly isError: boolean;
  readonly text: string;
  /** The bytes of its picture. */
  readonly picture: Buffer | undefined;
}

/** An agent: a client of the tools. */
export interface Agent {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<Reply>;
  /** Calls a tool whose answer is JSON. */
  ask<Answer>(name: string, given?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** Creates the transport to a new `kinora mcp`. Its standard error is discarded. */
export function startTools(folder: string, env: Readonly<Record<string, string>>): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [KINORA, 'mcp', '--folder', folder],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'ignore',
  });
}

/** Connects an agent to tools. */
export async function connectAgent(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Reply> => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const parts = content as { type: string; text?: string; data?: string }[];
    const data = parts.find(({ type }) => type === 'image')?.data;
    return {
      isError: isError === true,
      text: parts.flatMap(({ text }) => text ?? []).join('\n'),
      picture: data === undefined ? undefined : Buffer.from(data, 'base64'),
    };
  };
  return {
    client,
    call,
    async ask<Answer>(name: string, given?: Record<string, unknown>) {
      const { isError, text } = await call(name, given);
      expect(isError, text).toBe(false);
      return JSON.parse(text) as Answer;
    },
    close: () => client.close(),
  };
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><rect width="160" height="90" fill="#ff0000"/></svg>';

/** A JSON Schema of a piece, as far as the scenario reads it. */
interface Piece {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, { readonly const?: string }>>;
}

/**
 * Makes a film of a red second and a blue one from nothing but the tools: learns the fields, makes mistakes and corrects
 * them with the help of the answers, looks at the film, renders it and waits.
 *
 * @returns the file of the film: a path or a URL.
 */
export async function makeFilmByTools(agent: Agent): Promise<string> {
  const { type, src } = await describeImage(agent);
  const uploaded = await agent.ask<Record<string, string>>('upload', { content: SVG, name: 'red.svg' });
  const clips = [{ asset: { [type]: 'image', [src]: uploaded['src'] }, start: 0, length: 'one' }];
  const first = {
    timeline: { backgroud: '#0000ff', tracks: [{ clips }] },
    output: { format: 'mp4', size: { width: 320, height: 180 }, fps: 25 },
  };
  const edit = await correct(agent, first);
  await look(agent, edit);
  const { id } = await agent.ask<{ id: string }>('render', { edit });
  let state: { status: string; files?: { file: string }[] } = { status: 'queued' };
  for (let tries = 0; tries < 10 && !['done', 'failed'].includes(state.status); tries++)
    state = await agent.ask('status', { id, wait: 20 });
  expect(state).toMatchObject({ status: 'done', files: [{ duration: 2 }] });
  const file = state.files?.[0]?.file ?? '';
  expect(await agent.ask('probe', { src: file })).toMatchObject({
    duration: 2,
    streams: [{ type: 'video', width: 320, height: 180, fps: 25, duration: 2 }],
  });
  return file;
}

/** Finds out by the schema how an image is written. */
async function describeImage(agent: Agent): Promise<{ type: string; src: string }> {
  const { text: outline } = await agent.call('schema');
  const [name = ''] = /^\w+(?=: Image file)/m.exec(outline) ?? [];
  const { text } = await agent.call('schema', { names: [name, 'Clip', 'Timeline', 'Output'] });
  const [line = ''] = text.split('\n');
  const piece = JSON.parse(line.slice(line.indexOf('{'))) as Piece;
  expect(piece.required).toEqual(['type']);
  const [type = ''] = piece.required ?? [];
  const [src = ''] = Object.keys(piece.properties).filter((each) => each !== type);
  expect(src).toBe('src');
  expect(piece.properties[type]?.const).toBe('image');
  return { type, src };
}

/** Validates an edit with mistakes, and corrects each by its sentence. Returns the id of the valid edit. */
async function correct(agent: Agent, edit: object): Promise<string> {
  const wrong = await agent.call('validate', { edit });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toMatch(/2 problems/);
  const [, field = '', meant = ''] =
    /^- (\S+) is not a known property\. Did you mean "(\w+)"\?$/m.exec(wrong.text) ?? [];
  const [, length = ''] = /^- (\S+) must be a number of seconds/m.exec(wrong.text) ?? [];
  const changes = [
    { path: field },
    { path: field.replace(/\w+$/, meant), value: '#0000ff' },
    { path: length, value: 1 },
    {
      path: 'timeline.tracks[0].clips[1]',
      value: { asset: { type: 'text', text: ' ' }, start: 1, length: 1 },
    },
  ];
  const right = await agent.ask<{ edit: string }>('validate', {
    edit: /e-[0-9a-f]{12}/.exec(wrong.text)?.[0],
    changes,
  });
  expect(right).toMatchObject({
    valid: true,
    duration: 2,
    outputs: [{ width: 320, height: 180, fps: 25 }],
  });
  return right.edit;
}

async function look(agent: Agent, edit: string): Promise<void> {
  const frame = await agent.call('frame', { edit, at: 0.5 });
  expect(await colourOf(frame.picture)).toEqual({ red: true, blue: false });
  expect(await sharp(frame.picture).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 450 });
  const later = await agent.call('frame', { edit, at: 1.5, side: 320 });
  expect(await colourOf(later.picture)).toEqual({ red: false, blue: true });
  const sheet = await agent.call('sheet', { edit, moments: 4 });
  const { width, height } = await sharp(sheet.picture).metadata();
  expect(width).toBe(1100);
  expect(height).toBeLessThan(1100);
}

/** Returns which colours are strong in the middle of a picture. */
async function colourOf(picture: Buffer | undefined): Promise<{ red: boolean; blue: boolean }> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { red: (data[at] ?? 0) > 200, blue: (data[at + 2] ?? 0) > 200 };
}
