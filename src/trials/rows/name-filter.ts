/** How runners are told by a regular expression which tests to run. */
interface NameFilter {
  readonly name: string;
  /** The program, by the end of its path. */
  readonly program: RegExp;
  /** What stands before the expression; none: the runner has no such filter. */
  readonly flags: readonly string[];
}

const FILTERS: readonly NameFilter[] = [
  { name: 'pytest', program: /^(?:pytest|py\.test)$/, flags: [] },
  { name: 'Playwright', program: /^playwright$/, flags: ['-g', '--grep'] },
  { name: 'Mocha', program: /^_?mocha$/, flags: ['-g', '--grep'] },
  { name: 'Vitest', program: /^vitest$/, flags: ['-t', '--testNamePattern'] },
  { name: 'Jest', program: /^jest$/, flags: ['-t', '--testNamePattern'] },
  { name: 'Go', program: /^(?:go|gotestsum)$/, flags: ['-run', '-test.run', '--run'] },
];

/** Where a command takes an expression that its runner does not read there, and what to write; `null`: it may be read. */
export function filterProblem(command: readonly string[]): string | null {
  const flag = flagOf(command);
  if (flag === null) return null;
  const words = command.map(
    (word) =>
      word
        .split(/[/\\]/)
        .at(-1)
        ?.replace(/(?:@[\w.-]+|\.cmd|\.[cm]?js)$/, '') ?? '',
  );
  const filter = FILTERS.find(({ program }) => words.some((word) => program.test(word)));
  if (filter === undefined || filter.flags.includes(flag)) return null;
  const [right] = filter.flags;
  return right === undefined
    ? `${filter.name} has no filter by a regular expression; write {ids}, an argument for each test`
    : `${filter.name} reads {pattern} after ${right}, not after ${flag}`;
}

/** The command with an expression that its filter matches on these tests alone. */
export function withPattern(command: readonly string[], titles: readonly string[]): readonly string[] {
  const flag = flagOf(command);
  return flag === null ? command : command.map((word) => word.replaceAll('{pattern}', () => patternOf(flag, titles)));
}

/** `null`: the command takes no expression. */
function flagOf(command: readonly string[]): string | null {
  const at = command.findIndex((word) => word.includes('{pattern}'));
  if (at === -1) return null;
  const [own = '', value] = command[at]?.split('=') ?? [];
  return (value === undefined ? command[at - 1] : own) ?? '';
}

function patternOf(flag: string, titles: readonly string[]): string {
  const all = (pattern: (title: string) => string) =>
    [...new Set(titles.map((title) => pattern(title.trim())))].join('|');
  // Go matches level by level, and splits an expression at each | and / before it reads it.
  if (/run$/.test(flag))
    return all((title) =>
      title
        .split('/')
        .map((step) => `^${escaped(step)}$`)
        .join('/'),
    );
  // Playwright's names begin with project and file, and end with tags.
  if (/^(?:-g|--grep)$/.test(flag)) return `(?:^| )(?:${all((title) => stepsOf(title).join(' '))})(?: @\\S+)*$`;
  return `^(?:${all((title) => stepsOf(title).join('(?: >)? '))})$`;
}

/** Titles from the outside in. Vitest joins them by ` > ` or by a space, as its version will. */
function stepsOf(title: string): readonly string[] {
  return title.split(/ [>›] /).map(escaped);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
