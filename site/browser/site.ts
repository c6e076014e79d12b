import { addCopyButtons } from './copy-buttons.ts';
import { SITE, startSearch } from './search.ts';

// The pages can be read without this script. It adds the search, a button to each piece of code, and the demo.
addCopyButtons();
startSearch();
showCurrentEntry();
loadDemo();

/** Loads the player and its recorded edit, if this page shows them. */
function loadDemo(): void {
  if (!document.querySelector('#player-demo')) return;
  const script = document.createElement('script');
  script.src = new URL('site/demo.js', SITE).href;
  document.head.append(script);
}

/** Scrolls the menu to the entry of this page. */
function showCurrentEntry(): void {
  const menu = document.querySelector<HTMLElement>('#menu');
  const entry = menu?.querySelector<HTMLElement>('[aria-current]');
  if (!menu || !entry || menu.scrollHeight <= menu.clientHeight) return;
  const { top } = entry.getBoundingClientRect();
  menu.scrollTop = top - menu.getBoundingClientRect().top - menu.clientHeight / 2;
}
