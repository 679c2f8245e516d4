import type { JsonObject } from '#domain/json.ts';
import type { Check } from './check.ts';
import { compareFields } from './compare-fields.ts';

/**
 * `metadata`: structured fields that the agent returned with its answer. An agent without metadata satisfies only fields that
 * may be absent.
 */
export const metadataCheck: Check<JsonObject> = {
  key: 'metadata',
  judge: (expectation, { metadata }) => {
    const unreported = metadata === null ? 'metadata' : null;
    const field = (name: string) => (metadata !== null && Object.hasOwn(metadata, name) ? metadata[name] : undefined);
    return [{ name: 'metadata', ...compareFields(expectation, field, unreported) }];
  },
};
