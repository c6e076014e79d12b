import { addCopyButtons } from './copy-buttons.ts';
import { startSearch } from './search.ts';

// The pages can be read without this script. It adds the search, and a button to each piece of code.
addCopyButtons();
startSearch();
