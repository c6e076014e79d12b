/** The part of the package that bench/http.ts uses. The package has no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    /** Concurrent clients. */
    connections: number;
    /** Total number of requests of all clients. */
    amount: number;
    /** True to replace each `[<id>]` with a unique id. */
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
