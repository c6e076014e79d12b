import type { KeyStage } from '../shell/session.ts';

/** A render as its request. */
export interface ShownRequest {
  /** Address of the server. */
  readonly server: string;
  readonly stage: KeyStage;
  /** JSON text of the edit. */
  readonly edit: string;
}

/** The ways to submit an edit again. */
export type RequestForm = 'curl' | 'TypeScript' | 'command line';

/**
 * Writes a program or a command that submits an edit. The key is never part of it: each reads the variable
 * `KINORA_KEY`.
 */
export function writeRequest(form: RequestForm, request: ShownRequest): string {
  switch (form) {
    case 'curl':
      return writeCurl(request);
    case 'TypeScript':
      return writeTypeScript(request);
    case 'command line':
      return writeCommand(request);
  }
}

/** No line of JSON is this word alone, so it ends the text for the shell. */
const END = 'EDIT';

function writeCurl({ server, stage, edit }: ShownRequest): string {
  return `curl -X POST '${server}/edit/${stage}/render' \\
  -H "x-api-key: $KINORA_KEY" \\
  -H 'content-type: application/json' \\
  --data-binary @- <<'${END}'
${edit.trimEnd()}
${END}
`;
}

function writeTypeScript({ server, stage, edit }: ShownRequest): string {
  const version = stage === 'stage' ? `, version: 'stage'` : '';
  return `import { createClient, type EditInput } from '@kinora/client';

const key = process.env.KINORA_KEY ?? '';
const kinora = createClient({ url: ${JSON.stringify(server)}, key${version} });

const edit: EditInput = ${edit.trimEnd()};

const { url } = await kinora.render(edit).wait();
console.log(url);
`;
}

/** The command line renders on the computer itself, so it needs no key. */
function writeCommand({ edit }: ShownRequest): string {
  return `npx kinora render - --output ${outputNameOf(edit)} <<'${END}'
${edit.trimEnd()}
${END}
`;
}

function outputNameOf(edit: string): string {
  const { output, outputs } = JSON.parse(edit) as {
    readonly output?: { readonly format?: unknown };
    readonly outputs?: readonly { readonly format?: unknown }[];
  };
  const format = output?.format ?? outputs?.[0]?.format;
  // A placeholder is no extension.
  const extension = typeof format === 'string' && /^[a-z0-9]+$/.test(format) ? format : 'mp4';
  return `film.${extension === 'hls' ? 'm3u8' : extension}`;
}
