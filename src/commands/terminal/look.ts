import type { TerminalOptions } from '#report/terminal/layout.ts';

/** The parts of a stream and of the environment that say what can be shown there. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;
type Environment = Readonly<Record<string, string | undefined>>;

/** What a stream can show: colours and a width only on a terminal, unless the reader says otherwise. */
export function lookOf(stream: Stream, environment: Environment = process.env): TerminalOptions {
  return {
    colours: hasColours(stream, environment),
    columns: stream.isTTY === true && stream.columns > 0 ? stream.columns : null,
  };
}

/** Whether lines can be replaced there. */
export function isLive(stream: Stream, environment: Environment = process.env): boolean {
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

/** FORCE_COLOR and NO_COLOR as https://force-color.org and https://no-color.org define them; FORCE_COLOR wins, as in Node. */
function hasColours(stream: Stream, environment: Environment): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return isLive(stream, environment);
}
