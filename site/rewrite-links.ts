/**
 * Replaces the targets of links and images in a document, and leaves its code as it is.
 *
 * @param change returns the new target. Undefined leaves the old one.
 */
export function rewriteLinks(text: string, change: (href: string) => string | undefined): string {
  // Fences and code in lines come first, so that nothing in them is a link.
  return text.replaceAll(
    /^( *)(`{3,})[^\n]*\n[^]*?^\1\2$|`+[^`\n]+`+(?!\])|(\]\()([^)\s]+)(\))/gm,
    (whole: string, _indent, _fence, before?: string, href?: string, after?: string) =>
      href === undefined ? whole : `${before ?? ''}${change(href) ?? href}${after ?? ''}`,
  );
}

/** Returns the targets of links and images in a document. */
export function listLinks(text: string): string[] {
  const links: string[] = [];
  rewriteLinks(text, (href) => {
    links.push(href);
    return undefined;
  });
  return links;
}
