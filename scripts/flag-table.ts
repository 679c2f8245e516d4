// For option-documents.ts: the table of flags.
import { MUTANTS } from '#commands/options/bite-flags.ts';
import { CALIBRATE, COMPARE, DEMO, type Flags, INIT, REPORT, RUN, SHOW, VALIDATE } from '#commands/options/flags.ts';
import { CALIBRATE_JUDGE, LABEL, REGRADE } from '#commands/options/judge-flags.ts';

const COMMANDS: readonly (readonly [name: string, flags: Flags])[] = [
  ['run', RUN],
  ['show', SHOW],
  ['compare', COMPARE],
  ['report', REPORT],
  ['regrade', REGRADE],
  ['mutants', MUTANTS],
  ['calibrate', CALIBRATE],
  ['label', LABEL],
  ['calibrate-judge', CALIBRATE_JUDGE],
  ['validate', VALIDATE],
  ['init', INIT],
  ['demo', DEMO],
];

/**
 * docs/terminal.md with the flags of each command in its table written anew; what a command takes without brackets, and what it does, stay.
 *
 * @throws Error when the table lacks a command
 */
export function withFlags(document: string): string {
  return COMMANDS.reduce((text, [name, flags]) => {
    const row = new RegExp(`^(\\| \`${name}(?: [^\`[]*?)?)(?: \\[--[^\\]]*\\])*(\` \\|)`, 'm');
    if (!row.test(text)) throw new Error(`docs/terminal.md needs a row of its table that begins with | \`${name}`);
    return text.replace(row, (_, before: string, after: string) => `${before}${synopsis(flags)}${after}`);
  }, document);
}

/** ` [--config FILE] [--json]`: what may be left out. */
function synopsis(flags: Flags): string {
  const optional = Object.entries(flags).filter(([, flag]) => flag.required !== true);
  const words = optional.map(
    ([name, { kind }]) => `--${name}${kind.placeholder === null ? '' : ` ${kind.placeholder.toUpperCase()}`}`,
  );
  return words.map((word) => ` [${word}]`).join('');
}
