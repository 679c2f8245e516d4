/**
 * The engine makes new objects in a nursery, which doubles whenever much of it survives, up to 128 MB, and then keeps that memory.
 * What is read of a large file survives, so that the nursery comes to weigh more than all that is kept, and the work is no faster by
 * it. From here on it stays as large as it is.
 */
export async function holdNursery(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(HOLD_NURSERY);
}

/**
 * For trials, most of whose objects are garbage as soon as they end: lets the nursery grow until they die in it, and no further.
 * Of the others the engine collects the garbage when they have become four times as many; once they are many, this is too late.
 *
 * @returns ends this; the nursery is held as it is
 */
export async function growForTrials(): Promise<() => void> {
  const { getHeapSpaceStatistics, setFlagsFromString } = await import('node:v8');
  const watch = setInterval(() => {
    const spaces = getHeapSpaceStatistics();
    const nursery = spaces.find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
    // Set again and again: between trials, results of main may be read, which holds it.
    setFlagsFromString(nursery < LARGE_NURSERY ? GROW_NURSERY : HOLD_NURSERY);
    if (spaces.reduce((sum, { space_size: size }) => sum + size, 0) > LARGE_HEAP) setFlagsFromString(COLLECT_OFTEN);
  }, WATCH_MS);
  watch.unref();
  return () => {
    clearInterval(watch);
    setFlagsFromString(HOLD_NURSERY);
  };
}

const HOLD_NURSERY = '--semi-space-growth-factor=1';
/** As the engine does by itself. */
const GROW_NURSERY = '--semi-space-growth-factor=2';
/** Whenever they have grown by so much since the last time. */
const COLLECT_OFTEN = '--heap-growing-percent=40';
/** Two halves, of which one is in use. */
const LARGE_NURSERY = 16 * 1024 * 1024;
/** Some 10,000 trials. */
const LARGE_HEAP = 150 * 1024 * 1024;
const WATCH_MS = 50;
