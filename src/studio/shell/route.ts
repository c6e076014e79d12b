import { signal } from '@preact/signals';

/** The views of the Studio, with their names in the navigation. */
export const VIEWS = {
  start: 'Start',
  edit: 'Edit',
  renders: 'Renders',
  assets: 'Assets',
  settings: 'Settings',
} as const;

/** The name of a view in the address of the page. */
export type View = keyof typeof VIEWS;

/** The part of the Studio that the address of the page names: a view, and perhaps one of its things. */
export interface Route {
  readonly view: View;
  /** The id of a render, for example. */
  readonly item: string | undefined;
}

/** The current route. It follows the part of the address behind `#`. */
export const route = signal<Route>(readRoute());

addEventListener('hashchange', () => (route.value = readRoute()));

/** Returns the address of a route. */
export function addressOf(view: View, item?: string): string {
  return `#/${view}${item === undefined ? '' : `/${encodeURIComponent(item)}`}`;
}

/** Goes to a route. */
export function goTo(view: View, item?: string): void {
  location.hash = addressOf(view, item);
}

function readRoute(): Route {
  const [view = '', item] = location.hash.replace(/^#\//, '').split('/');
  return {
    view: isView(view) ? view : 'edit',
    item: item === undefined || item === '' ? undefined : decodeItem(item),
  };
}

/** Decodes a name in an address. One that cannot be decoded stays as it is, and names nothing. */
function decodeItem(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
}

function isView(name: string): name is View {
  return Object.hasOwn(VIEWS, name);
}
