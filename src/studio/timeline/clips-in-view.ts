import { signal } from '@preact/signals';

/** The elements of the clips that are in view. */
const inView = signal<ReadonlySet<Element>>(new Set());
let observer: IntersectionObserver | undefined;

/** Follows if the element of a clip is in view. @returns a function that ends this. */
export function followView(element: Element): () => void {
  observer ??= new IntersectionObserver((entries) => {
    const next = new Set(inView.peek());
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) next.add(target);
      else next.delete(target);
    }
    inView.value = next;
  });
  const current = observer;
  current.observe(element);
  return () => {
    current.unobserve(element);
    inView.value = new Set([...inView.peek()].filter((other) => other !== element));
  };
}

/** Returns the keys of the clips that are in view. */
export function listKeysInView(): ReadonlySet<string> {
  // An element may have become that of another clip since it came into view.
  return new Set([...inView.value].map((element) => (element as HTMLElement).dataset['key'] ?? ''));
}
