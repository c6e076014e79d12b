/** What bench/http.ts uses of the package, which brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    /** Clients at the same time. */
    connections: number;
    /** Requests of all of them together. */
    amount: number;
    /** Whether each `[<id>]` becomes an id of its own. */
    idReplacement: boolean;
  }
  interface Result {
    requests: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    errors: number;
    non2xx: number;
    /** Seconds. */
    duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
