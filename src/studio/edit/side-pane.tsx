import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef, useEffect } from 'preact/hooks';
import { AddClip } from '../inspector/add-clip.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { isPartShown } from '../shell/host-page.ts';
import { AssetTray } from '../tray/asset-tray.tsx';
import { SIDE_TABS, type SideTab, sideTab } from './side-tabs.ts';

const ALL_TABS = Object.keys(SIDE_TABS) as SideTab[];

const listTabs = (): SideTab[] => ALL_TABS.filter(isPartShown);

/** The form, the JSON and the files of the account, as tabs. */
export function SidePane(): JSX.Element {
  const tabs = listTabs();
  const shown = tabs.includes(sideTab.value) ? sideTab.value : tabs[0];
  // The editor is loaded when it is shown for the first time, and stays then.
  const isEditorWanted = useRef(false);
  if (shown === 'json') isEditorWanted.current = true;
  return (
    <div class="side-pane">
      <div class="side-head">
        <div class="tabs" role="tablist" aria-label="How to change the edit" onKeyDown={moveTab}>
          {tabs.map((tab) => (
            <button
              key={tab}
              id={`tab-${tab}`}
              type="button"
              class="tab"
              role="tab"
              aria-selected={tab === shown}
              aria-controls={`pane-${tab}`}
              tabIndex={tab === shown ? 0 : -1}
              onClick={() => (sideTab.value = tab)}
            >
              {SIDE_TABS[tab]}
            </button>
          ))}
        </div>
        {isPartShown('add') && <AddClip />}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab}
          id={`pane-${tab}`}
          class="pane"
          role="tabpanel"
          aria-labelledby={`tab-${tab}`}
          hidden={tab !== shown}
        >
          {tab === 'clip' && <Inspector />}
          {tab === 'json' && isEditorWanted.current && <JsonPane />}
          {tab === 'assets' && tab === shown && <AssetTray />}
        </div>
      ))}
    </div>
  );
}

/** Moves to another tab with the arrow keys. */
function moveTab(event: KeyboardEvent): void {
  const tabs = listTabs();
  const current = tabs.indexOf(sideTab.value);
  const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: tabs.length - 1 }[event.key];
  const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
  if (!tab) return;
  event.preventDefault();
  event.stopPropagation();
  sideTab.value = tab;
  document.getElementById(`tab-${tab}`)?.focus();
}

/** The JSON of the edit. The editor is loaded after the first view of the page. */
function JsonPane(): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let close: (() => void) | undefined;
    const mounted = new AbortController();
    void (async () => {
      try {
        const { openJsonEditor } = await import('./json-editor.ts');
        if (!mounted.signal.aborted && place.current) close = openJsonEditor(place.current);
      } catch {
        failure.value = 'The editor could not be loaded. Reload the page.';
      }
    })();
    return () => {
      mounted.abort();
      close?.();
    };
  }, []);
  return (
    <section class="json" aria-label="JSON">
      {failure.value !== undefined && <p class="message bad">{failure.value}</p>}
      <div class="json-editor" ref={place} />
    </section>
  );
}
