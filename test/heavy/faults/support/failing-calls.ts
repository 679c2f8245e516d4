import type { RecordedRequest } from '#test/testing/github/fake-github.ts';
import type { FaultRequest } from '#test/testing/github/faults.ts';

/** One kind of call that a run makes of GitHub, and how to recognise it in another run. */
export type Call = { readonly label: string; readonly fault: Pick<FaultRequest, 'method' | 'path'> };

/** What GitHub answers instead, each for as often as it is asked. */
export const ANSWERS = {
  403: { status: 403 },
  404: { status: 404 },
  409: { status: 409 },
  422: { status: 422 },
  429: { status: 429, retryAfter: 1 },
  500: { status: 500 },
  503: { status: 503, body: '<html>Service unavailable</html>' },
  'a broken connection': { drop: true },
  'no answer': { hang: true },
} satisfies Readonly<Record<string, FaultRequest>>;

/** The different calls among those of a run, in the order in which it first makes them. */
export function callsOf(requests: readonly RecordedRequest[]): readonly Call[] {
  const calls = requests.map(({ method, path, query }): Call => {
    const wanted = Object.entries(query).filter(([key]) =>
      ['event', 'branch', 'name', 'head_sha', 'ref'].includes(key),
    );
    const named = wanted.map(([key, value]) => `${key}=${value}`).join('&');
    const asked = `${escaped(path)}\\?${wanted.map((pair) => `.*${escaped(new URLSearchParams([pair]).toString())}`).join('')}`;
    return {
      label: `${method} ${nameless(path)}${named === '' ? '' : ` (${nameless(named)})`}`,
      fault: { method, path: new RegExp(`^${wanted.length === 0 ? `${escaped(path)}(?:\\?|$)` : asked}`) },
    };
  });
  const labels = new Set<string>();
  return calls.filter(({ label }) => !labels.has(label) && labels.add(label));
}

/** Numbers that GitHub gave differ from run to run; commits are those of the repository. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d{10}/g, '\\d{10}');
}

function nameless(path: string): string {
  return path
    .replace(/^\/repos\/[^/]+\/[^/]+|^\/twirp\/[^/]+/, '')
    .replace(/[0-9a-f]{40}/g, (sha) => sha.slice(0, 7))
    .replace(/\d{10}/g, 'N');
}
