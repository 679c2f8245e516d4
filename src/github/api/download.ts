import type { Failure } from './failure.ts';
import { oneLine } from './one-line.ts';

/** Bytes of a URL, or why they could not be read. */
export type Download = { readonly ok: true; readonly bytes: Uint8Array } | Failure;

interface DownloadOptions {
  readonly fetch: typeof fetch;
  readonly maxBytes: number;
  /** Unencrypted addresses are allowed only if the API itself is unencrypted. */
  readonly apiUrl: string;
  readonly signal: AbortSignal;
}

/** Fetches a signed URL: no credentials, no redirects, at most `maxBytes` in memory. No message contains the URL. */
export async function downloadCapped(url: string, options: DownloadOptions): Promise<Download> {
  if (!URL.canParse(url)) return refuse('its address is malformed');
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== new URL(options.apiUrl).protocol)
    return refuse(`its address is ${protocol}, not https:`);
  try {
    const response = await options.fetch(url, { redirect: 'error', signal: options.signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      return {
        ...refuse(`the storage answered ${response.status}`, response.status),
        retry: response.status >= 500 ? 'backoff' : 'never',
      };
    }
    return await readCapped(response, options.maxBytes);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = cause instanceof Error ? cause.message : String(cause);
    return { ...refuse(`the storage gave no answer (${oneLine(words.replaceAll(url, '…'), 200)})`), retry: 'backoff' };
  }
}

async function readCapped(response: Response, maxBytes: number): Promise<Download> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) return refuse(`it is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}

function refuse(problem: string, status: number | null = null): Failure {
  return { ok: false, status, problem, retry: 'never' };
}
