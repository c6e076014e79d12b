import type { ComponentChildren, JSX } from 'preact';

/** A row of a list of facts. */
export function Fact(props: { readonly title: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{props.title}</dt>
      <dd>{props.children}</dd>
    </>
  );
}
