/** Answers to questions, one key each. */
export interface Answers {
  /** The next of these keys; `null`: no more answers will come. Other keys are ignored. */
  next(keys: readonly string[]): Promise<string | null>;
  close(): void;
}

/**
 * Reads answers from a keyboard without waiting for Enter, or, where nobody sits at one, from the characters of a pipe or file.
 *
 * @param signal ends it
 */
export function readAnswers(input: NodeJS.ReadStream, signal: AbortSignal): Answers {
  const waiting: string[] = [];
  let ended = signal.aborted;
  let wake: () => void = () => {};
  const take = (text: string): void => {
    waiting.push(...text.toLowerCase());
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  const onData = (chunk: Buffer | string): void => take(chunk.toString());
  const keyboard = listenToKeys(input, take);
  if (keyboard === null) {
    input.on('data', onData);
    input.once('end', end);
    input.once('error', end);
  }
  signal.addEventListener('abort', end, { once: true });
  return {
    async next(keys) {
      for (;;) {
        const key = signal.aborted ? undefined : waiting.shift();
        if (key !== undefined) {
          if (keys.includes(key)) return key;
        } else if (ended) return null;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    close() {
      signal.removeEventListener('abort', end);
      keyboard?.close();
      input.off('data', onData);
      input.off('end', end);
      input.off('error', end);
      if (keyboard === null) input.pause();
    },
  };
}

/** The stream of a keyboard. */
type Keyboard = Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'>;

/**
 * Calls back for every key that is pressed, without waiting for Enter. Ctrl-C stays a signal.
 *
 * @returns `null` if nobody sits at a keyboard
 */
function listenToKeys(keyboard: Keyboard, onKey: (key: string) => void): { close(): void } | null {
  if (keyboard.isTTY !== true) return null;
  const hear = (chunk: Buffer | string): void => {
    for (const key of chunk.toString()) {
      // Raw mode takes the signal from Ctrl-C.
      if (key === '\u0003') process.kill(process.pid, 'SIGINT');
      else onKey(key);
    }
  };
  keyboard.setRawMode(true);
  keyboard.resume();
  keyboard.on('data', hear);
  return {
    close() {
      keyboard.off('data', hear);
      keyboard.setRawMode(false);
      keyboard.pause();
    },
  };
}
