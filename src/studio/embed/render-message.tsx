import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ShownRender } from '../../embed/editor-messages.ts';

/** The state of the render that the page around the editor has begun. */
export const shownRender = signal<ShownRender | undefined>(undefined);

const WORDS = {
  waiting: 'Your film waits for its turn.',
  rendering: 'Your film is being made.',
  done: 'Your film is ready.',
  failed: 'Your film could not be made.',
} as const;

/** The state of the render that the page around the editor has begun. */
export function RenderMessage(): JSX.Element | null {
  const { value: render } = shownRender;
  if (!render) return null;
  const { status, progress, url, text = WORDS[status] } = render;
  const isRunning = status === 'waiting' || status === 'rendering';
  return (
    <p class={`message ${status === 'failed' ? 'bad' : ''}`} role="status">
      {isRunning && <progress class="bar" value={progress} max={1} aria-label="Progress" />}
      {text}{' '}
      {url !== undefined && /^https?:/.test(url) && (
        <a href={url} target="_blank" rel="noopener">
          Open the film
        </a>
      )}
    </p>
  );
}
