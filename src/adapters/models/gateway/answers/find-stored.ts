import type { Cassettes, StoredResponse } from '#adapters/models/ports.ts';
import type { OpenCall } from '../open-call.ts';

/** What the cassettes say to a call: a stored answer, that it may not be made, or nothing (`null`): it is made. */
export async function findStored(
  { request, context, upstream }: OpenCall,
  cassettes: Cassettes,
): Promise<{ readonly hit: StoredResponse } | { readonly refused: string } | null> {
  const strict = cassettes.mode === 'strict';
  if (context.attempt === null) {
    return strict ? { refused: `a call to ${upstream.provider} that belongs to no trial can't be replayed` } : null;
  }
  const found = await cassettes.find(request, context.attempt);
  if ('hit' in found) return found;
  return strict ? { refused: found.miss } : null;
}
