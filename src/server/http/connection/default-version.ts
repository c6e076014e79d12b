import type { FastifyInstance } from 'fastify';

/**
 * Creates the default version of some APIs: it adds v1 to URLs that lack their version (contract C40). It
 * distinguishes a missing version from a wrong one by the routes: `render` in `/edit/render` is the name of a route,
 * `v2` in `/edit/v2/render` is not.
 *
 * @param apis The path segments before the version in the URLs of the APIs, without slashes.
 */
export function createDefaultVersion(apis: readonly string[]) {
  const starts = new Set<string>();
  return {
    /** Returns the URL with its version. Returns other URLs unchanged, such as those with an unknown version. */
    addTo(url: string): string {
      const [start = '', api = ''] = /^\/([^/?]+)\/[^/?]+/.exec(url) ?? [];
      return starts.has(start) ? `/${api}/v1${url.slice(api.length + 1)}` : url;
    },
    /** Learns the names that follow the version in the URLs of all routes that are added after this call. */
    learnFrom(app: FastifyInstance): void {
      app.addHook('onRoute', ({ url }) => {
        const [, api = '', name = ''] = /^\/([^/]+)\/:version\/([^/:*]+)/.exec(url) ?? [];
        if (apis.includes(api)) starts.add(`/${api}/${name}`);
      });
    },
  };
}
