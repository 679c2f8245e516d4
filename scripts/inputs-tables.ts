// For option-documents.ts: the tables of docs/inputs.md.
import { markdownTable } from 'markdown-table';
import { parse } from 'yaml';
import * as z from 'zod';

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});

const START = '<!-- inputs:start -->';
const END = '<!-- inputs:end -->';

/**
 * docs/inputs.md with the tables of inputs and outputs between its two marks written again from `action.yml`.
 *
 * @throws Error when a mark is missing, or an input or output lacks its description or default
 */
export function withActionTables(document: string, action: string): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start === -1 || end < start) throw new Error(`docs/inputs.md needs a line ${START} and after it a line ${END}`);
  return `${document.slice(0, start + START.length)}\n${tables(action)}\n${document.slice(end)}`;
}

function tables(action: string): string {
  const { inputs, outputs } = actionSchema.parse(parse(action));
  const inputRows = Object.entries(inputs).map(([name, input]) => [
    code(name),
    input.default === '' ? '' : code(input.default),
    cell(input.description),
  ]);
  const outputRows = Object.entries(outputs).map(([name, output]) => [code(name), cell(output.description)]);
  return [
    table([['input', 'default', 'meaning'], ...inputRows]),
    '',
    table([['output', 'meaning'], ...outputRows]),
  ].join('\n');
}

/** Without padding, so that a longer description changes one line only. */
function table(rows: readonly (readonly string[])[]): string {
  return markdownTable(rows, { alignDelimiters: false });
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
