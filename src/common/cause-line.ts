import { exceptionLine } from './exception-line.ts';
import { TERMINAL_SEQUENCE } from './terminal-sequence.ts';

/**
 * The one line that says why a program ended badly: where it names its error, else the last one that says something. `null` if
 * none does. Untrusted, without colours.
 */
export function causeLine(text: string): string | null {
  return errorLine(text) ?? lastLine(text);
}

/** The exception that a program names, else its first line that looks like an error; `null` without any. */
export function errorLine(text: string): string | null {
  return exceptionLine(text) ?? tellingLines(text).find((line) => LOOKS_LIKE_ERROR.test(line)) ?? null;
}

/** The last line that says something about this program; `null` without any. */
export function lastLine(text: string): string | null {
  return tellingLines(text).at(-1) ?? null;
}

function tellingLines(text: string): readonly string[] {
  const lines = text.replace(TERMINAL_SEQUENCE, '').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !SAYS_NOTHING.test(line));
}

const LOOKS_LIKE_ERROR = new RegExp(
  [
    // `TypeError: …`, `[Error: …]`, `openai.NotFoundError: …`
    /^\[?(?:Uncaught )?[\w.$]*(?:Error|Exception)(?: \[\w+\])?: /,
    // `error: …`, `ERROR …` of a log, `error[E0308]: …`, `pytest: error: …`, `a.ts(1,2): error TS1: …`, `fatal: …`
    /^(?:\S+: )?(?:error|fatal(?: error)?)(?:\[\w+\]| \w+)?: /,
    /^\[?(?:\S+ \S+ )?(?:ERROR|FATAL|CRITICAL)\]?(?::| )/,
    /^npm (?:error|ERR!) /,
    /^make(?:\[\d+\])?: \*\*\* /,
    // Shells, and what they start.
    /^(?:\S*\/)?(?:ba|da|z|k)?sh: /,
    /: (?:command not found|No such file or directory|Permission denied|No module named \S+)$/,
    // Go and Perl name the place.
    /^\S+\.go:\d+:\d+: /,
    / at \S+ line \d+\.$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Where Node was when it ended, how others tell the exit code again, usage, and what installers say about themselves. */
const SAYS_NOTHING = new RegExp(
  [
    /^\^+$|triggerUncaughtException\(|^node:internal\/|^Node\.js v\d|^\(Use `node --trace-uncaught/,
    /^exit status \d+$|^(?:ERROR: )?usage: /,
    /^npm (?:error|ERR!)(?: (?:code|syscall|path|errno|command|cwd|location|workspace|Lifecycle script)\b.*| 404| A complete log of this run.*)?$/,
    /^npm notice|^\[notice\]|^WARNING: You are using pip version|^You should consider upgrading via/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
