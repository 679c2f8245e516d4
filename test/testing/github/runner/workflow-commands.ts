/** A command found in a line of output. Property names are lower case: the runner ignores their case. */
export type WorkflowCommand = {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
};

/**
 * Finds the command of a line by the runner's two grammars (actions/runner, ActionCommand.cs): `::name k=v,k=v::data`
 * after leading white space, or `##[name k=v;k=v]data` anywhere in the line. `known` says which names are commands, in
 * lower case.
 */
export function parseWorkflowCommand(line: string, known: (name: string) => boolean): WorkflowCommand | null {
  return parseColons(line, known) ?? parseBrackets(line, known);
}

function parseColons(line: string, known: (name: string) => boolean): WorkflowCommand | null {
  const message = line.trimStart();
  const end = message.startsWith('::') ? message.indexOf('::', 2) : -1;
  return end < 0 ? null : toCommand(message.slice(2, end), message.slice(end + 2), COLONS, known);
}

function parseBrackets(line: string, known: (name: string) => boolean): WorkflowCommand | null {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  return end < 0 ? null : toCommand(line.slice(start + 3, end), line.slice(end + 1), BRACKETS, known);
}

function toCommand(
  info: string,
  data: string,
  grammar: Grammar,
  known: (name: string) => boolean,
): WorkflowCommand | null {
  const space = info.indexOf(' ');
  const name = (space < 0 ? info : info.slice(0, space)).toLowerCase();
  if (!known(name)) return null;
  const list = space > 0 ? info.slice(space + 1) : '';
  const pairs = (grammar.trims ? list.trim() : list).split(grammar.separator);
  const properties = Object.fromEntries(pairs.flatMap((pair) => toProperty(pair, grammar.properties)));
  return { name, properties, data: unescaped(data, grammar.data) };
}

/** Both sides of `=` must hold something; the first run of `=` separates. */
function toProperty(pair: string, escapes: Escapes): [string, string][] {
  const [, name, value] = /^=*([^=]+)=+(.+)$/s.exec(pair) ?? [];
  return name === undefined || value === undefined ? [] : [[name.toLowerCase(), unescaped(value, escapes)]];
}

type Grammar = {
  readonly separator: string;
  readonly trims: boolean;
  readonly properties: Escapes;
  readonly data: Escapes;
};

type Escapes = readonly (readonly [string, string])[];

/** `%25` comes last, so that `%250A` stays the text `%0A`. */
const DATA_ESCAPES: Escapes = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
];

const PROPERTY_ESCAPES: Escapes = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
];

const BRACKET_ESCAPES: Escapes = [
  ['%3B', ';'],
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%5D', ']'],
  ['%25', '%'],
];

const COLONS: Grammar = { separator: ',', trims: true, properties: PROPERTY_ESCAPES, data: DATA_ESCAPES };

const BRACKETS: Grammar = { separator: ';', trims: false, properties: BRACKET_ESCAPES, data: BRACKET_ESCAPES };

function unescaped(text: string, escapes: Escapes): string {
  return escapes.reduce((current, [escaped, plain]) => current.replaceAll(escaped, plain), text);
}
