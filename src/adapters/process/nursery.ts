/**
 * The engine makes new objects in a nursery, which doubles whenever much of it survives, up to 128 MB, and then keeps that memory.
 * What is read of a large file survives, so that the nursery comes to weigh more than all that is kept, and the work is no faster by
 * it. From here on it stays as large as it is.
 */
export async function holdNursery(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(HOLD);
}

/**
 * For trials, whose objects are garbage as soon as they end: lets the nursery grow until they die in it, and no further.
 *
 * @returns holds it as it is
 */
export async function growNursery(): Promise<() => void> {
  const { getHeapSpaceStatistics, setFlagsFromString } = await import('node:v8');
  const size = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
  const hold = () => {
    setFlagsFromString(HOLD);
    clearInterval(watch);
  };
  // Set again and again: between trials, results of main may be read, which holds it.
  const watch = setInterval(() => (size() < LARGE_ENOUGH ? setFlagsFromString(GROW) : hold()), WATCH_MS);
  watch.unref();
  return hold;
}

const HOLD = '--semi-space-growth-factor=1';
/** As the engine does by itself. */
const GROW = '--semi-space-growth-factor=2';
/** Two halves, of which one is in use. */
const LARGE_ENOUGH = 16 * 1024 * 1024;
const WATCH_MS = 20;
