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

/** Waits for `promise` at most `ms` milliseconds; returns whether it settled in time. */
export async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timeout = createDeferred<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), ms);
  const inTime = await Promise.race([promise.then(() => true), timeout.promise]);
  clearTimeout(timer);
  return inTime;
}
