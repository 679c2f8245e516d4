import type { Transport } from '@modelcontextprotocol/client';

/** The official client's package, which is loaded on use. */
export type McpSdk = typeof import('@modelcontextprotocol/client');

/** A way to talk with a server; errors are predicates whose subject is the server. */
export interface Line {
  readonly transport: Transport;
  /** Why nothing comes of it any more, as soon as it is so. */
  readonly broken: Promise<string>;
  /** What a program printed on standard error, and how it ended. */
  last(): { readonly stderr: string; readonly code: number | null };
  close(): Promise<void>;
}
