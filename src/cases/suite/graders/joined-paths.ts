/**
 * Paths that a program joins from quoted texts: `path.join(here, 'rules', 'r.txt')`, `Path(__file__).parent / 'rules' / 'r.txt'`,
 * `f"{RULES}/r.txt"`, and names that stand for a beginning. A path that climbs from the program's folder is given for each step.
 */
export function joinedPaths(text: string): readonly string[] {
  const folders = new Map<string, readonly string[]>();
  return chainsOf(text).flatMap(({ name, words, before, assigned }) => {
    const known = name === null ? undefined : folders.get(name);
    const starts = known ?? climbs(before);
    const joined = words.join('/');
    const path = joined.replace(/^\/+/, '');
    const paths = starts.map((start) => `${start}${path}`);
    if (assigned !== null && folders.size < MOST_NAMES)
      folders.set(
        assigned,
        paths.map((folder) => `${folder}/`),
      );
    // A text by itself is joined to nothing.
    const isJoined = words.length > 1 || known !== undefined || (name !== null && joined.startsWith('/'));
    return isJoined ? paths : [];
  });
}

const MOST_NAMES = 100;

/** Quoted texts between which only `/`, `,` or `+` stands. */
interface Chain {
  readonly words: readonly string[];
  /** The name, not yet joined to a text, with which the chain begins; `null`: none. */
  readonly name: string | null;
  /** The code before it on its line. */
  readonly before: string;
  /** What the line assigns it to. */
  readonly assigned: string | null;
}

const QUOTED = /(["'`])(?:\$?\{(\w{1,60})\})?([\w@./ -]{0,200})\1/g;
const JOINS = /^\s{0,40}[,/+]\s{0,40}$/;
const LAST_NAME = /(\w{1,60})\s{0,5}[,/+]\s{0,5}[fr]?$/;
const ASSIGNED = /^\s{0,40}(?:export\s+)?(?:const\s+|let\s+|var\s+)?(\w{1,60})\s*=(?!=)/;

function chainsOf(text: string): readonly Chain[] {
  const chains: { words: string[]; name: string | null; before: string; assigned: string | null }[] = [];
  let end = -1;
  for (const { index, 0: whole, 2: label = null, 3: word = '' } of text.matchAll(QUOTED)) {
    const last = chains.at(-1);
    if (last !== undefined && JOINS.test(text.slice(end, index))) last.words.push(word);
    else {
      const before = text.slice(Math.max(text.lastIndexOf('\n', index - 1) + 1, index - LONGEST_BEGINNING), index);
      const name = label ?? LAST_NAME.exec(before)?.[1] ?? null;
      chains.push({ words: [word], name, before, assigned: ASSIGNED.exec(before)?.[1] ?? null });
    }
    end = index + whole.length;
  }
  return chains;
}

const LONGEST_BEGINNING = 300;

/** Where a chain may begin: the program's folder, and one above it for every `parent` or `dirname` before it. */
function climbs(before: string): readonly string[] {
  const steps = before.match(/\bparents?\b|\bdirname\b/g)?.length ?? 0;
  const index = Number(/\bparents\[(\d)\]/.exec(before)?.[1] ?? 0);
  return Array.from({ length: Math.min(Math.max(steps, index + 1), MOST_STEPS) || 1 }, (_, i) => '../'.repeat(i));
}

const MOST_STEPS = 6;
