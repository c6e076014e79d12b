import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConflictMessage } from '../kept/conflict-message.tsx';
import { Divider } from '../layout/divider.tsx';
import { sizeOfPane } from '../layout/pane-sizes.ts';
import { RemarkLine } from '../remarks/remark-line.tsx';
import { isPartShown } from '../shell/host-page.ts';
import '../style/edit.css';
import '../style/timeline.css';
import { handleClipboard } from '../timeline/clipboard.ts';
import { TimelinePanel } from '../timeline/timeline.tsx';
import { Preview } from './preview.tsx';
import { RenderBar } from './render-bar.tsx';
import { handleShortcut } from './shortcuts.ts';
import { SidePane } from './side-pane.tsx';

const CLIPBOARD_EVENTS = ['copy', 'cut', 'paste'] as const;

/** The view in which an edit is made: picture, timeline and form in step. */
export function EditView(): JSX.Element {
  useEffect(() => {
    document.addEventListener('keydown', handleShortcut);
    for (const type of CLIPBOARD_EVENTS) document.addEventListener(type, handleClipboard);
    return () => {
      document.removeEventListener('keydown', handleShortcut);
      for (const type of CLIPBOARD_EVENTS) document.removeEventListener(type, handleClipboard);
    };
  }, []);
  const hasTimeline = isPartShown('timeline');
  return (
    <main
      class="edit"
      style={{
        '--form-width': `${sizeOfPane('form')}px`,
        '--timeline-height': hasTimeline ? `${sizeOfPane('timeline')}px` : '0',
      }}
    >
      <Preview />
      {hasTimeline && (
        <>
          <Divider pane="timeline" label="Height of the timeline" />
          <TimelinePanel />
        </>
      )}
      <Divider pane="form" label="Width of the form" />
      <div class="side">
        <RenderBar />
        <ConflictMessage />
        <RemarkLine />
        <SidePane />
      </div>
    </main>
  );
}
