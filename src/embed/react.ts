/** The functions of React that a component needs: pass React itself. The package does not depend on it. */
export interface ReactFunctions<Node> {
  createElement(type: string, props: object): Node;
  // React has other types for these in each of its versions.
  // oxlint-disable-next-line typescript/no-explicit-any
  forwardRef(render: (props: any, ref: any) => any): any;
  // oxlint-disable-next-line typescript/no-explicit-any
  useImperativeHandle(ref: any, create: () => unknown): void;
  useLayoutEffect(run: () => undefined | (() => void)): void;
  useRef<Value>(value: Value): { current: Value };
}

/** The properties of an element, without its methods and those of all elements. */
type OwnProperties<Kind> = {
  [
    Name in Exclude<keyof Kind, keyof HTMLElement> as Kind[Name] extends (...args: never) => unknown
      ? never
      : Name
  ]?: Kind[Name];
};

/** The properties of a component: those of its element, and a function for each event, such as `onStatechange`. */
export type ElementProps<Tag extends keyof HTMLElementTagNameMap> = OwnProperties<
  HTMLElementTagNameMap[Tag]
> & {
  // Attributes that are not properties of all elements.
  readonly [name in 'server' | 'version' | 'name' | 'theme' | 'lang' | 'title']?: string;
} & {
  readonly [event: `on${Capitalize<string>}`]: ((event: never) => void) | undefined;
  readonly [attribute: `aria-${string}`]: string | undefined;
  readonly className?: string;
  readonly style?: object;
  readonly id?: string;
  readonly children?: unknown;
  readonly ref?: unknown;
};

/** The properties that React sets itself. */
const OF_REACT = ['className', 'style', 'id', 'children'];

/**
 * Makes a component of React for an element of this package. Load the element, too: it is not part of this module.
 *
 * @param react React, version 17 or later.
 * @param tag `kinora-player` or `kinora-editor`.
 */
export function createComponent<Tag extends keyof HTMLElementTagNameMap, Node>(
  react: ReactFunctions<Node>,
  tag: Tag,
): (props: ElementProps<Tag>) => Node {
  // The cast is safe: React shows a component with a reference as any other.
  return react.forwardRef((props: Readonly<Record<string, unknown>>, ref: unknown) => {
    const element = react.useRef<HTMLElement | null>(null);
    const before = react.useRef<Readonly<Record<string, unknown>>>({});
    react.useImperativeHandle(ref, () => element.current);
    react.useLayoutEffect(() => {
      if (element.current) apply(element.current, before.current, props);
      before.current = props;
      return undefined;
    });
    const { className, style, id, children } = props;
    return react.createElement(tag, { ref: element, class: className, style, id, children });
  }) as (props: ElementProps<Tag>) => Node;
}

/** Gives an element the properties and the listeners that have changed. */
function apply(
  element: HTMLElement,
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [old, value] = [before[name], now[name]];
    if (old === value || OF_REACT.includes(name)) continue;
    if (/^on[A-Z]/.test(name)) {
      const event = name.slice(2).toLowerCase();
      // The casts are safe: the types of the properties ask for functions.
      if (old !== undefined) element.removeEventListener(event, old as EventListener);
      if (value !== undefined) element.addEventListener(event, value as EventListener);
    } else if (name in element) Object.assign(element, { [name]: value });
    else if (typeof value === 'string') element.setAttribute(name, value);
    else element.toggleAttribute(name, value === true);
  }
}
