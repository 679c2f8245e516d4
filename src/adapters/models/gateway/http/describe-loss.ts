/**
 * A broken connection in words: the cause with its code, never the request. Errors of the HTTP client carry sockets
 * and those of several addresses carry no message of their own.
 */
export function describeLoss(error: Error): string {
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  const message = cause.message === '' ? cause.name : cause.message;
  return code === null || message.includes(code) ? message : `${message} (${code})`;
}
