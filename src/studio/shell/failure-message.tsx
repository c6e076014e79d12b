import type { JSX } from 'preact';

/** Says why something failed. Shows nothing without a reason. */
export function FailureMessage({ text }: { readonly text: string | undefined }): JSX.Element | null {
  if (text === undefined) return null;
  return (
    <p class="message bad" role="alert">
      {text}
    </p>
  );
}
