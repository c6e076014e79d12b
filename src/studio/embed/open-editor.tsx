import '../style/tokens.css';
import '../style/base.css';
import '../style/parts.css';
import '../style/shell.css';
import { render } from 'preact';
import type { SiteCalls } from '../../embed/editor-messages.ts';
import { EDITOR_IS_READY, EDITOR_LINE } from '../../embed/editor-messages.ts';
import { MessageLine } from '../../embed/message-line.ts';
import { answerPage } from './editor-state.ts';
import { EmbeddedEditor } from './embedded-editor.tsx';

const place = document.getElementById('studio');
if (!place) throw new Error('The page has no place for the editor.');
render(<EmbeddedEditor isFramed={parent !== window} />, place);

/** Takes the line of the page around this one. The browser says who that is. */
function takeLine({ source, origin, data, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== parent || data !== EDITOR_LINE || !port) return;
  removeEventListener('message', takeLine);
  const line: MessageLine<SiteCalls> = new MessageLine(
    port,
    answerPage(() => line, origin),
  );
}
addEventListener('message', takeLine);
// Any page may know that this one is here. What it may do comes from its token.
if (parent !== window) parent.postMessage(EDITOR_IS_READY, '*');
