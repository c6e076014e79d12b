import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeUTF8 } from 'entities';
import type { FastifyReply } from 'fastify';
import { showControls } from '../../../base/text/show-controls.ts';
import { createPagePolicy } from '../response/safe-headers.ts';
import manifest from '../../../../package.json' with { type: 'json' };

const STYLE = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8').trim();
const ICON = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8').trim();

/** Allows nothing but the style inside the page, and its icon. */
const CONTENT_SECURITY_POLICY = createPagePolicy(
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
);

/** A page for people who open an address of the server in a browser. */
export interface Page {
  readonly title: string;
  /** The public address of the server, without a slash at the end. */
  readonly publicUrl: string;
  /** The content as HTML. */
  readonly content: string;
}

/** Formats a text as HTML. Control characters are shown as escapes, so that none reorders the page. */
export function toHtml(text: string): string {
  return escapeUTF8(showControls(text));
}

/** Sends a complete page: it needs no other file and runs no script. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'accept',
    })
    .type('text/html; charset=utf-8')
    .send(formatPage(page));
}

function formatPage({ title, publicUrl, content }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${toHtml(title)}</title>
    <link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}" />
    <style>${STYLE}</style>
  </head>
  <body>
    <header>
      <a href="${toHtml(publicUrl)}/">${ICON.replace('<svg ', '<svg width="28" height="28" aria-hidden="true" ')}Kinora</a>
      <span>version ${manifest.version}</span>
    </header>
    <main>
${content}
    </main>
  </body>
</html>
`;
}
