// For option-documents.ts: the inputs of action.yml.
import { stringify } from 'yaml';
import type { Option } from '#commands/options/option.ts';
import { OPTIONS } from '#commands/options/options.ts';

const WIDTH = 120;

/**
 * `action.yml` with its inputs written again from the table of options; everything above and below them stays.
 *
 * @throws Error when it has no inputs, or no outputs after them
 */
export function withInputs(action: string): string {
  const [, above, below] = /^(.*\ninputs:\n).*?(\noutputs:\n.*)$/s.exec(action) ?? [];
  if (above === undefined || below === undefined) throw new Error('action.yml needs inputs: and after them outputs:');
  const inputs = Object.entries<Option>(OPTIONS).flatMap(([name, option]) => inputText(name, option));
  return `${above}${inputs.join('')}${below}`;
}

function inputText(name: string, option: Option): readonly string[] {
  const { input } = option;
  if (input === undefined) return [];
  const { means, details, default: value = input.runner_default ?? '' } = { ...option, ...input };
  const description = details === undefined ? means : `${means} ${details}`;
  return [`  ${name}:\n    description: ${scalar(description)}\n    default: ${plain(value)}\n`];
}

/** On one line where it fits, else folded. */
function scalar(text: string): string {
  const line = plain(text);
  return line === text && `    description: ${line}`.length <= WIDTH ? line : `>-\n${folded(text, WIDTH - 6)}`;
}

function folded(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `      ${line}`).join('\n');
}

function plain(text: string): string {
  return stringify(text, { lineWidth: 0, singleQuote: true }).trim();
}
