/** A promise with its resolver. Resolving twice is harmless. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

/** `Promise.withResolvers` without rejection, for Node 20. */
export function createDeferred<T>(): Deferred<T> {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}

/**
 * Acts once what lies in this process's pipes and sockets has been read. After a pause, which a busy machine makes, a timer is
 * seen before the answer that came before it: whoever gives up on a program when a timer says so does it by this.
 */
export function afterReading(act: () => void): NodeJS.Immediate {
  // Immediates come after one look at every pipe, which takes more from each than the system holds for one.
  return setImmediate(act);
}

/** Waits for `promise` at most `ms` milliseconds; returns whether it settled in time. See {@link afterReading}. */
export async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timeout = createDeferred<boolean>();
  const timer = setTimeout(() => afterReading(() => timeout.resolve(false)), ms);
  const inTime = await Promise.race([promise.then(() => true), timeout.promise]);
  clearTimeout(timer);
  return inTime;
}

/** A signal that is aborted after `ms` milliseconds, see {@link afterReading}. It keeps no process running. */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  AbortSignal.timeout(ms).addEventListener('abort', () => afterReading(() => limit.abort()));
  return limit.signal;
}
