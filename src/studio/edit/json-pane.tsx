import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The JSON of the edit. The editor is loaded after the first view of the page. */
export function JsonPane(): JSX.Element {
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
