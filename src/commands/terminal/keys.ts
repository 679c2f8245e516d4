/** The stream of a keyboard. */
type Keyboard = Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'>;

/**
 * Calls back for every key that is pressed, without waiting for Enter. Ctrl-C stays a signal.
 *
 * @returns `null` if nobody sits at a keyboard
 */
export function listenToKeys(keyboard: Keyboard, onKey: (key: string) => void): { close(): void } | null {
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
