import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';

/**
 * The engine makes new objects in a nursery, which doubles whenever much of it survives, up to 128 MB, and then keeps that
 * memory. What is read of a large file survives, so the nursery becomes larger than everything that is kept, and the work is no
 * faster. From here on its size is fixed.
 */
export function holdNursery(): void {
  setFlagsFromString(HOLD_NURSERY);
}

/**
 * Undoes {@link holdNursery}, for one uninterrupted piece of work whose objects are garbage soon: nothing can adjust memory while
 * it goes on. What leaves the nursery is collected earlier than usual, in every thread.
 */
export function growNursery(): void {
  setFlagsFromString(GROW_NURSERY);
  setFlagsFromString(COLLECT_EARLIER);
}

/**
 * For trials, most of whose objects are garbage as soon as they end: lets the nursery grow until they die in it, and no further.
 * The engine collects garbage among the other objects when they have become four times as many; once they are many, this is too
 * late.
 *
 * @returns to be called after the last trial: holds the nursery, and frees what many trials have left
 */
export function growForTrials(): () => void {
  const nursery = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
  const before = getHeapStatistics().total_heap_size;
  const isMuch = () => getHeapStatistics().total_heap_size - before > MUCH;
  setFlagsFromString(GROW_NURSERY);
  setFlagsFromString(OPTIMIZE_SMALL);
  // Both grow only when garbage is collected.
  const watch = new PerformanceObserver(() => {
    if (nursery() >= LARGE_NURSERY) setFlagsFromString(HOLD_NURSERY);
    if (isMuch()) setFlagsFromString(COLLECT_OFTEN);
  });
  watch.observe({ entryTypes: ['gc'] });
  return () => {
    watch.disconnect();
    setFlagsFromString(HOLD_NURSERY);
    if (isMuch()) collectGarbage();
  };
}

const HOLD_NURSERY = '--semi-space-growth-factor=1';
/** As the engine does by itself. */
const GROW_NURSERY = '--semi-space-growth-factor=2';
/** Whenever they have grown by so much, in percent, since the last time. */
const COLLECT_OFTEN = '--heap-growing-percent=30';
/** The size: it saves four fifths of the memory of two threads that make draws, for a thirtieth of their time. */
const COLLECT_EARLIER = '--heap-growing-percent=60';
/** The longest code, in bytes, that is optimized: for a function as long as one that a schema is compiled to, that takes 10 MB, and no trial is faster by it. */
const OPTIMIZE_SMALL = '--max-optimized-bytecode-size=5000';
/** Two halves; one is in use. */
const LARGE_NURSERY = 16 * 1024 * 1024;
/** What some 10,000 trials add. */
const MUCH = 80 * 1024 * 1024;
