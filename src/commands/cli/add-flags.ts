import { type Command, Option } from 'commander';
import type { Flags } from '#commands/options/flags.ts';
import { camel, defaultOf, type Flag } from '#commands/options/option.ts';

/**
 * Gives a command the flags of a table. Its options then have the types of `ValuesOf`: parsed, with defaults, `null` or `[]` if
 * absent.
 */
export function addFlags(command: Command, flags: Flags): Command {
  for (const [name, flag] of Object.entries(flags)) {
    command.addOption(optionOf(command, name, flag));
    if (flag.required !== true) command.setOptionValueWithSource(camel(name), defaultOf(flag), 'default');
  }
  return command;
}

function optionOf(command: Command, name: string, flag: Flag): Option {
  const { kind, otherwise = flag.default } = flag;
  const { placeholder, choices, several } = kind;
  const value = placeholder === null ? '' : ` <${placeholder}${several ? '...' : ''}>`;
  const without = placeholder === null || otherwise === undefined ? '' : ` (default: ${otherwise})`;
  const option = new Option(`--${name}${value}`, `${flag.means}${without}`);
  option.makeOptionMandatory(flag.required === true).conflicts([...(flag.conflicts ?? [])]);
  if (choices !== undefined) option.choices(choices);
  if (placeholder !== null && several === undefined)
    option.argParser((text: string) => read(command, name, flag, text));
  return option;
}

/** Parses a value; problems have an input's words, except for the place. */
function read(command: Command, name: string, { kind }: Flag, text: string): unknown {
  const result = kind.read(text);
  if ('value' in result) return result.value;
  return command.error(result.problems.map((problem) => `error: --${name} ${problem}`).join('\n'));
}
