import '../style/edit.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { rejectStrayFiles } from '../tray/file-drag.ts';
import { TimelinePanel } from '../timeline/timeline.tsx';
import { Preview } from './preview.tsx';
import { ProblemList } from './problem-list.tsx';
import { RenderBar } from './render-bar.tsx';
import { handleShortcut } from './shortcuts.ts';
import { SidePane } from './side-pane.tsx';

/** The view in which an edit is made: picture, timeline and JSON in step. */
export function EditView(): JSX.Element {
  useEffect(() => {
    document.addEventListener('keydown', handleShortcut);
    document.addEventListener('dragover', rejectStrayFiles);
    document.addEventListener('drop', rejectStrayFiles);
    return () => {
      document.removeEventListener('keydown', handleShortcut);
      document.removeEventListener('dragover', rejectStrayFiles);
      document.removeEventListener('drop', rejectStrayFiles);
    };
  }, []);
  return (
    <main class="edit">
      <div class="edit-top">
        <Preview />
        <div class="side">
          <RenderBar />
          <ProblemList />
          <SidePane />
        </div>
      </div>
      <TimelinePanel />
    </main>
  );
}
