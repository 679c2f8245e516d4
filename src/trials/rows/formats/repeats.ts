/** What runners on pytest add to the name of a repeated test: `[2-3]`, or `-2-3]` after other parameters. */
const REPEAT = /\[\d+-\d+\]$|-\d+-\d+(\])$/;

/** The names without the numbers of repeats, if every one has them. */
export function withoutRepeats(names: readonly string[]): readonly string[] {
  if (names.length === 0 || !names.every((name) => REPEAT.test(name))) return names;
  return names.map((name) => name.replace(REPEAT, (_, end?: string) => end ?? ''));
}
