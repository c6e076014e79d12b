import type { SiteMap } from './site-map.ts';

/** Creates `llms.txt`, the list of all documents for programs that read texts: https://llmstxt.org. */
export function createLlmsText({ sections, bySource }: SiteMap): string {
  const parts = sections.map(({ title, pages }) => {
    const lines = pages.flatMap(({ source, about }) => {
      const page = bySource.get(source);
      return page ? [`- [${page.title}](${page.address}.md)${about && `: ${about}`}`] : [];
    });
    // By convention, a reader who is short of room may skip the section of this name.
    return `## ${title === 'Engineering notes' ? 'Optional' : title}\n\n${lines.join('\n')}\n`;
  });
  return `# Kinora

> Kinora is a media editing service that you host yourself. It takes a JSON description of a video,
> called an edit, and returns the finished video, image or sound file.

Every document is Markdown. On a running server, \`/schemas/edit.json\` is the JSON Schema of an edit,
and \`/openapi.json\` describes the requests. Send \`x-api-key\` with each request. To check an edit
without rendering it, use \`kinora validate\` or \`POST /edit/v1/render?dryRun=true\`. Agents that
speak the Model Context Protocol find tools for all of this at \`/mcp\`.

${parts.join('\n')}`;
}
