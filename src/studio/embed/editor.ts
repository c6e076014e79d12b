import { replaceStores } from './replace-stores.ts';

// Before any other code of the Studio runs: it reads the stores when it is loaded.
replaceStores();
await import('./open-editor.tsx');
