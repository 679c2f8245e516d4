/** Limits the number of concurrent calls; the others wait in order. */
export interface Gate {
  /** Resolves when there is room, with the function that frees it again. Rejects if the signal is aborted first. */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** A gate with room for `most`. */
export function createGate(most: number): Gate {
  const line: (() => void)[] = [];
  let inside = 0;

  function leave(): void {
    const next = line.shift();
    if (next === undefined) inside -= 1;
    else next();
  }

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (inside < most) inside += 1;
      else await turnIn(line, signal);
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
  };
}

function turnIn(line: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const come = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      line.splice(line.indexOf(come), 1);
      reject(signal.reason);
    };
    line.push(come);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
