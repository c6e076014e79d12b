/** Where the processes of renders come from; by itself, because they may start before anything else of a render is loaded. */
export { type Children, openChildren } from './isolate/children.ts';
