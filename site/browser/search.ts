import MiniSearch, { type SearchResult } from 'minisearch';
import { SEARCH_ENTRIES, type SearchEntry } from '../search-entry.ts';

const MAX_RESULTS = 12;
const MAX_OF_PAGE = 2;
const WORDS_AROUND = 90;

type Index = MiniSearch<SearchEntry & { id: number }>;

/** The address of this script. Known only while it begins to run. */
const SCRIPT =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
/** The file that the search loads. */
const SEARCH_FILE = new URL('search.js', SCRIPT);
/** The root of the site. */
export const SITE = new URL('../', SCRIPT);

/** Shows the field for the search, and searches while the reader types. `/` leads to the field. */
export function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form.search');
  const input = form?.querySelector('input');
  const found = document.querySelector<HTMLElement>('#found');
  if (!form || !input || !found) return;
  form.hidden = false;
  let index: Promise<Index> | undefined;
  const search = async () => {
    const words = input.value.trim();
    found.hidden = words === '';
    if (words === '') return;
    try {
      show(found, words, (await (index ??= loadIndex())).search(words));
    } catch {
      index = undefined;
      found.replaceChildren(createElement('p', 'The search could not be loaded. Try again.'));
    }
  };
  input.addEventListener('input', () => void search());
  input.addEventListener('focus', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => moveByKeys(event, input, found));
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) found.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

async function loadIndex(): Promise<Index> {
  const script = document.createElement('script');
  script.src = SEARCH_FILE.href;
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  // The file is made together with this script, so it has this form.
  const entries = (self as unknown as Record<string, SearchEntry[]>)[SEARCH_ENTRIES] ?? [];
  const index: Index = new MiniSearch({
    fields: ['t', 'p', 'x'],
    storeFields: ['a', 'h', 'w', 'p', 't', 'x'],
    searchOptions: {
      boost: { t: 4, p: 3 },
      boostDocument: (_id, _term, fields) => (fields as SearchEntry | undefined)?.w ?? 1,
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return index;
}

/** Shows the best results, each as a link to its passage. */
function show(found: HTMLElement, words: string, results: readonly SearchResult[]): void {
  const suffix = document.body.dataset['suffix'] ?? '';
  const links = chooseResults(results).map((result) => {
    // These are the fields that the index stores.
    const { a, h, p, t, x } = result as unknown as SearchEntry;
    const link = document.createElement('a');
    link.href = new URL(`${a}${suffix}${h && `#${h}`}`, SITE).href;
    link.append(
      createElement('strong', t === p ? t : `${p}: ${t}`),
      createElement('span', excerpt(x, result.terms)),
    );
    link.addEventListener('click', () => (found.hidden = true));
    return link;
  });
  found.replaceChildren(...(links.length > 0 ? links : [createElement('p', `Nothing has "${words}".`)]));
}

/** Returns the best results, with at most two of each page. */
function chooseResults(results: readonly SearchResult[]): SearchResult[] {
  const counts = new Map<unknown, number>();
  const chosen = results.filter(({ a }) => {
    const count = (counts.get(a) ?? 0) + 1;
    counts.set(a, count);
    return count <= MAX_OF_PAGE;
  });
  return chosen.slice(0, MAX_RESULTS);
}

/** Returns the part of a text around the first word that was found. */
function excerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - WORDS_AROUND / 2);
  const from = places.length === 0 || start === 0 ? 0 : text.indexOf(' ', start) + 1;
  return `${from > 0 ? '... ' : ''}${text.slice(from, from + WORDS_AROUND * 2)}`;
}

/** Moves through the results with the arrows. Escape closes them. */
function moveByKeys(event: KeyboardEvent, input: HTMLInputElement, found: HTMLElement): void {
  const stops = [input, ...found.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    found.hidden = true;
    input.focus();
  }
  if (step === undefined || found.hidden) return;
  event.preventDefault();
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

function createElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
