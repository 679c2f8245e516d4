import { readFile, stat } from 'node:fs/promises';

/** The payload of the event that started the workflow, as the runner wrote it; null if there is none to read. Untrusted. */
export async function readEventPayload(path: string | undefined): Promise<unknown> {
  if (path === undefined || path === '') return null;
  try {
    const { size } = await stat(path);
    return size > MAX_PAYLOAD_BYTES ? null : JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}

/** GitHub caps payloads at 25 MB. */
const MAX_PAYLOAD_BYTES = 25 * 1024 * 1024;
