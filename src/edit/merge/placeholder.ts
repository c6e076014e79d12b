/** `{{ NAME }}`; the name may be anything without braces, and has spaces around it that do not count. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The name of the first placeholder in a text. */
export function findPlaceholder(text: string): string | undefined {
  let first: string | undefined;
  replacePlaceholders(text, (name) => {
    first ??= name;
    return undefined;
  });
  return first;
}

/** The name of the placeholder that a text is, when it is exactly one. */
export function parsePlaceholder(text: string): string | undefined {
  const [all, name = ''] = text.match(/^\{\{([^{}]*)\}\}$/) ?? [];
  return all === undefined ? undefined : name.trim();
}

/** A text with other texts in the place of its placeholders; a placeholder for which there is none stays. */
export function replacePlaceholders(text: string, textOf: (name: string) => string | undefined): string {
  if (!text.includes('{{')) return text;
  return text.replace(PLACEHOLDER, (all, name: string) =>
    name.trim() === '' ? all : (textOf(name.trim()) ?? all),
  );
}
