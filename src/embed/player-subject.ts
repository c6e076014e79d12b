import { PreviewFault, type PreviewSource } from '../preview/preview-source.ts';
import { Access } from './access.ts';
import type { OpenEdit } from './edit-playback.ts';
import type { TokenSource } from './element-base.ts';
import type { RenderOrder } from './wait-for-render.ts';

/** The values that a page has set. Attributes that are absent are empty. */
export interface GivenSubject {
  readonly server: string;
  readonly version: string;
  readonly output: string;
  readonly render: string;
  readonly src: string;
  readonly token: TokenSource;
  readonly edit: unknown;
  readonly source: PreviewSource | undefined;
}

/** An edit, a render or a file to play. */
export type Subject =
  | { readonly kind: 'edit'; readonly open: OpenEdit }
  | { readonly kind: 'render'; readonly access: Access; readonly order: RenderOrder }
  | { readonly kind: 'file'; readonly src: string };

/** Finds out what to play. @throws {Error} that names the attribute that is missing or wrong. */
export function readSubject(given: GivenSubject): Subject {
  const { server, version, src, render, token, edit, source } = given;
  if (source) return { kind: 'edit', open: () => Promise.resolve(source) };
  if (src) return { kind: 'file', src };
  if (!server) throw new PreviewFault('missing', 'Nothing to play. Set `src`, or `server` and `token`.');
  if (!URL.canParse(server, location.href)) throw wrong(`\`server\` must be an address, not \`${server}\`.`);
  if (!token) throw new PreviewFault('missing', 'Set `token`, or give the player a function that gets one.');
  if (version && !['v1', 'stage'].includes(version))
    throw wrong(`\`version\` must be \`v1\` or \`stage\`, not \`${version}\`.`);
  const output = readOutput(given.output);
  const access = new Access(new URL(server, location.href).href, version || 'v1', token);
  if (render) return { kind: 'render', access, order: { id: render, output } };
  return {
    kind: 'edit',
    open: (height, signal) => access.open({ edit: edit ?? undefined, output, height }, signal),
  };
}

function readOutput(text: string): number {
  const output = Number(text);
  if (Number.isInteger(output) && output >= 0) return output;
  throw wrong(`\`output\` must be the place of an output, from 0, not \`${text}\`.`);
}

function wrong(sentence: string): PreviewFault {
  return new PreviewFault('failed', sentence);
}
