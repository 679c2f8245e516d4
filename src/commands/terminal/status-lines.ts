import { widthOf } from '#report/terminal/layout.ts';

/** A few lines at the end of what a terminal shows, which are replaced by newer ones. */
export interface StatusLines {
  /** Replaces the lines. None may be wider than the terminal. */
  show(lines: readonly string[]): void;
  /** Writes lasting text above them. */
  above(text: string): void;
  clear(): void;
}

/** The stream that people watch. */
export type Watched = Pick<NodeJS.WriteStream, 'write' | 'columns'>;

/** Lines at the end of a terminal's stream. */
export function statusLines(stream: Watched): StatusLines {
  let current: readonly string[] = [];
  const eraseSequence = (): string => {
    if (current.length === 0) return '';
    // A terminal that has become narrower shows each line in several rows.
    const columns = Math.max(1, stream.columns);
    const rows = current.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return `\r${rows > 1 ? `\u001b[${rows - 1}A` : ''}\u001b[J`;
  };
  const write = (text: string): void => {
    if (text !== '') stream.write(text);
  };
  return {
    show(lines) {
      write(`${eraseSequence()}${lines.join('\n')}`);
      current = lines;
    },
    above(text) {
      write(`${eraseSequence()}${text}${current.join('\n')}`);
    },
    clear() {
      write(eraseSequence());
      current = [];
    },
  };
}
