import type { Transport } from '@modelcontextprotocol/client';

/** The official client's package, which is loaded on use. */
export type McpSdk = typeof import('@modelcontextprotocol/client');

/** A way to talk with a server; errors are predicates whose subject is the server. */
export interface Line {
  readonly transport: Transport;
  /** Why it no longer works, once it does not. */
  readonly failure: Promise<string>;
  /** What a program printed on standard error, and how it ended. */
  last(): { readonly stderr: string; readonly code: number | null };
  close(): Promise<void>;
}
