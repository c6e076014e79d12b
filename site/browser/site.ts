import { addCopyButtons } from './copy-buttons.ts';
import { startSearch } from './search.ts';

// The pages can be read without this script. It adds the search, and a button to each piece of code.
addCopyButtons();
startSearch();
showCurrentEntry();

/** Scrolls the menu to the entry of this page. */
function showCurrentEntry(): void {
  const menu = document.querySelector<HTMLElement>('#menu');
  const entry = menu?.querySelector<HTMLElement>('[aria-current]');
  if (!menu || !entry || menu.scrollHeight <= menu.clientHeight) return;
  const { top } = entry.getBoundingClientRect();
  menu.scrollTop = top - menu.getBoundingClientRect().top - menu.clientHeight / 2;
}
