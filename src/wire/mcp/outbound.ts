import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { createDispatcher } from '#wire/outbound/dispatcher.ts';
import type { OutboundProxy } from '#wire/outbound/outbound-proxy.ts';

/** A request to a server. */
interface OutboundRequest {
  readonly method: string;
  readonly headers: { readonly [name: string]: string | readonly string[] };
  readonly body: Buffer | string | null;
  readonly signal: AbortSignal;
}

/** An answer, which may stream for as long as the server likes. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** Sends requests to MCP servers. Redirects are answers like any other. */
export interface Outbound {
  /** @throws if there is no answer, also after the signal's abort. */
  request(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  close(): Promise<void>;
}

/** Makes connections on first use. */
export function createOutbound(proxy: OutboundProxy): Outbound {
  let made: Dispatcher | null = null;
  const dispatcher = () => {
    made ??= createDispatcher(proxy, UNHURRIED);
    return made;
  };
  return {
    request: async (url, { method, headers, body, signal }) => {
      const { origin, pathname, search } = new URL(url);
      const path = `${pathname}${search}`;
      const answer = await dispatcher().request({ origin, path, method, headers: lists(headers), body, signal });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    async close() {
      await made?.destroy();
    },
  };
}

/** A stream of events may stay silent for as long as its client waits. */
const UNHURRIED = { headersTimeout: 0, bodyTimeout: 0 };

function lists(headers: OutboundRequest['headers']): { [name: string]: string | string[] } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}
