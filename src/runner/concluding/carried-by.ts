import type { RenamedArgument, RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { CommitFiles } from '#ports/ports.ts';
import type { PolicyFromBase } from '../base-side/policy-from-base.ts';

/**
 * What changed, with the files of the change that carry it. Where one carries a new text of the prompt, the file of the prompt need not be
 * named by itself.
 *
 * @param cases files of cases, which name the tools that they expect
 * @param renamed arguments that calls of the change name otherwise
 */
export async function carriedBy(
  changes: readonly RunDifference[],
  { changed, source }: Pick<PolicyFromBase, 'changed' | 'source'>,
  cases: ReadonlySet<string>,
  renamed: readonly RenamedArgument[] = [],
): Promise<readonly RunDifference[]> {
  if (changed === null || 'problem' in changed || source.change === undefined) return changes;
  const sides = new Set(changes.flatMap((change) => wordsOf(change).map(({ side }) => side)));
  const isOfRenamed = (change: RunDifference) =>
    change.kind === 'tool' && change.state === 'changed' && renamed.some(({ tool }) => tool === change.tool);
  if (changes.some(isOfRenamed)) sides.add('main');
  const paths = changed.files.filter((path) => !cases.has(path)).slice(0, MOST_READ);
  const read = (side: Words['side'], commit: CommitFiles) =>
    Promise.all(sides.has(side) ? paths.map((path) => textOf(path, commit)) : []);
  const [main, here] = await Promise.all([read('main', source.files), read('here', source.change)]);
  const withFiles = changes.map((change) => {
    const words = wordsOf(change);
    const files = paths.filter((_, at) =>
      words.some(({ text, side }) => ((side === 'main' ? main : here)[at] ?? '').includes(text)),
    );
    const named = isOfRenamed(change) ? withRenamed(change, renamed, { paths, main, here }) : change;
    return files.length === 0 ? named : { ...named, files: files.slice(0, MOST_NAMED) };
  });
  const isCarried = withFiles.some(({ kind, files }) => kind === 'prompt_text' && files !== undefined);
  return withFiles.filter(({ kind }) => kind !== 'prompt_file' || !isCarried);
}

/** The line of the new name: the only new one that gives it as a key, and that with the old name is gone. */
function withRenamed(
  change: RunDifference,
  renamed: readonly RenamedArgument[],
  { paths, main, here }: Readonly<Record<'paths' | 'main' | 'here', readonly string[]>>,
): RunDifference {
  const own = renamed.filter(({ tool }) => change.kind === 'tool' && tool === change.tool);
  const [name] = own;
  if (change.kind !== 'tool' || name === undefined || own.some(({ from, to }) => from !== name.from || to !== name.to))
    return change;
  const places = paths.flatMap((file, at) => {
    const [before, after] = [main, here].map((side) => (side[at] ?? '').split('\n'));
    if (before === undefined || after === undefined) return [];
    const isGone = before.some((line) => !after.includes(line) && isKey(line, name.from));
    return after.flatMap((line, index) =>
      isGone && !before.includes(line) && isKey(line, name.to) ? [{ file, line: index + 1 }] : [],
    );
  });
  const [place, ...others] = places;
  return place === undefined || others.length > 0 ? change : { ...change, renamed: { ...name, ...place } };
}

/** Whether a line has the name as a key of a schema, or as a parameter with its type or default. */
function isKey(line: string, name: string): boolean {
  return line
    .split(/(?<![\w$])(?=[\w$])/)
    .some((rest) => rest.startsWith(name) && /^["']?\s*[?]?\s*[:=]/.test(rest.slice(name.length)));
}

interface Words {
  readonly side: 'main' | 'here';
  readonly text: string;
}

/** What a file that carries a change says: the new text, or the old one if nothing replaces it. */
function wordsOf(change: RunDifference): readonly Words[] {
  switch (change.kind) {
    case 'tool':
      return [{ side: change.state === 'removed' ? 'main' : 'here', text: change.tool }];
    case 'prompt_text': {
      const added = change.lines.filter((line) => line.startsWith('+ '));
      const side = added.length > 0 ? 'here' : 'main';
      const lines = (added.length > 0 ? added : change.lines).map((line) => line.slice(2).trim());
      return lines.flatMap((line) =>
        line.length < SHORTEST ? [] : [line.slice(0, LONGEST), line.slice(-LONGEST)].map((text) => ({ side, text })),
      );
    }
    case 'setting': {
      const [key = ''] = change.name.split('.').slice(-1);
      if (change.of_requests) return [{ side: change.after === undefined ? 'main' : 'here', text: key }];
      return change.name === 'model' && typeof change.after === 'string'
        ? change.after.split(', ').map((model) => ({ side: 'here', text: model.replace(SNAPSHOT, '') }))
        : [];
    }
    default:
      return [];
  }
}

async function textOf(path: string, commit: CommitFiles): Promise<string> {
  const file = await commit.read(path);
  return 'text' in file ? file.text : '';
}

/** The day that a provider adds to a model's name. */
const SNAPSHOT = /-\d{4}-?\d\d-?\d\d$/;

/** Characters of a line: source code may break it, or write it with marks of its own. */
const SHORTEST = 8;
const LONGEST = 40;
const MOST_READ = 40;
const MOST_NAMED = 3;
