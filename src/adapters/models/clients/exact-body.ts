import { isJsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';

/**
 * A body for a vendor's client, which does not support big integers: `sent` is passed to the client, `exact` replaces it on the
 * wire if `sent` lacks digits.
 */
export interface ExactBody<Body> {
  readonly sent: Body;
  readonly exact: string | null;
}

/** The body as it is, unless it holds big integers. */
export function exactBody<Body extends object>(body: Body): ExactBody<Body> {
  if (!holdsLong(body)) return { sent: body, exact: null };
  const exact = jsonText(body);
  return { sent: JSON.parse(exact), exact };
}

function holdsLong(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return (isJsonObject(value) || Array.isArray(value)) && Object.values(value).some(holdsLong);
}
