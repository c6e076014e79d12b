/** The functions of React that a component needs: pass React itself. The package does not depend on it. */
export interface ReactFunctions<Node> {
  createElement(type: string, props: object, ...children: readonly never[]): Node;
  // React has generic types for these, of which `any` is what all of its versions accept.
  // oxlint-disable-next-line typescript/no-explicit-any
  forwardRef(render: (props: any, ref: any) => any): any;
  // oxlint-disable-next-line typescript/no-explicit-any
  useImperativeHandle(ref: any, create: () => unknown): void;
  useLayoutEffect(run: () => void | (() => void)): void;
  useRef<Value>(value: Value): { current: Value };
}

/** The properties of an element, without those of all elements and without its methods. */
type OwnProperties<Kind> = {
  [Name in Exclude<keyof Kind, keyof HTMLElement> as Kind[Name] extends (...args: never) => void
    ? never
    : Name]?: Kind[Name];
};

/** The properties of a component: those of its element, and a function for each of its events, such as `onTimeupdate`. */
export type ElementProps<Tag extends keyof HTMLElementTagNameMap> = OwnProperties<HTMLElementTagNameMap[Tag]> & {
  readonly [event: `on${Capitalize<string>}`]: ((event: Event) => void) | undefined;
  readonly id?: string;
  readonly className?: string;
  readonly style?: Readonly<Record<string, string | number>>;
  readonly title?: string;
  readonly children?: unknown;
  readonly ref?: unknown;
};
