/** The trajectories of a store that has none: reading them throws. */
export function noTrajectories(): AsyncIterable<string> {
  const next = () => Promise.reject(new Error('are not stored'));
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
