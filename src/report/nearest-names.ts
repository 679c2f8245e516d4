import { distance } from 'fastest-levenshtein';

/** Most names that are suggested. */
const MOST = 3;

/** The known names that are most like a mistyped one, best first: those that contain it, then those that few edits away. */
export function nearestNames(typed: string, known: readonly string[]): readonly string[] {
  const word = typed.slice(0, 200).toLowerCase();
  const far = Math.max(2, Math.ceil(word.length / 2));
  return known
    .map((name) => ({ name, distance: edits(word, name.toLowerCase()) }))
    .filter((item) => item.distance <= far)
    .sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

function edits(word: string, name: string): number {
  if (word !== '' && name.includes(word)) return 0;
  return distance(word, name);
}
