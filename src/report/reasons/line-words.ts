import { cutEnd } from '#common/cut.ts';
import { listed, plural } from '#common/words.ts';
import type { ExplainedCase, ExplainedLine } from '#gate/lines/explained.ts';

const LONGEST_LINE = 80;
const MOST_NAMED = 5;

/** The result of a search for the line that broke a case, a sentence; plain text, unescaped. */
export function lineWords(explanation: ExplainedCase): string {
  const { case: id, lines, outcome, trials, unloaded } = explanation;
  const suffix = unloaded === 0 ? '' : `; ${plural(unloaded, 'version')} did not load`;
  switch (outcome) {
    case 'named': {
      const [only] = lines;
      const also = `${explanation.either ? ' Undoing it suffices; another line may do too.' : ''}${alsoWords(explanation)}`;
      if (only === undefined || lines.length > 1) {
        const places = listed(lines.map(placeWords), MOST_NAMED);
        return `${places} broke ${id} together: with all of them back ${rates(explanation)}.${also}`;
      }
      if (only.changes > 1) return `${placeWords(only)} broke ${id}: without them ${rates(explanation)}.${also}`;
      const [change, undone] = changeWords(only);
      return `${placeWords(only)}: ${change} broke ${id}: ${undone} ${rates(explanation)}.${also}`;
    }
    case 'open':
      return `Which line: not shown in ${plural(trials, 'trial')}. Reverting ${listed(lines.map(placeWords), MOST_NAMED)} may mend ${id}; no smaller part of it was shown to${suffix}`;
    case 'used_up':
      return `Which line: not found in ${plural(trials, 'trial')} of ${id}${suffix}`;
    case 'not_found':
      return `Which line: no small part of this change mends ${id} (${plural(trials, 'trial')})${suffix}`;
    case 'too_close': {
      const { main, here } = explanation;
      return `Which line: the pass rates of ${id} are too close (${main.passed} of ${main.trials} and ${here.passed} of ${here.trials}) to tell in few trials`;
    }
    case 'not_searched':
      return `Which line: not searched for ${id}: ${explanation.reason ?? 'unknown'}`;
  }
}

function alsoWords({ also }: ExplainedCase): string {
  return also.length === 0 ? '' : ` It also mends ${listed(also, MOST_NAMED)}.`;
}

/** Where a change is: `prompts/support.md:12`. */
function placeWords({ path, first, last, changes }: ExplainedLine): string {
  const place = first === null ? path : `${path}:${first}${last === null || last === first ? '' : `–${last}`}`;
  return changes === 1 ? place : `one of ${changes} changes in ${place} that the search could not separate`;
}

/** What was done to a place, and how it is without that. */
function changeWords({ removed, added, first }: ExplainedLine): readonly [change: string, undone: string] {
  const verb = removed === '' ? 'adding' : added === '' ? 'removing' : 'changing';
  if (first === null) return [`${verb} the file`, 'with the file as it was'];
  if (added === '') return [`removing ${quoted(removed)}`, 'with that line back'];
  if (removed === '') return [`adding ${quoted(added)}`, 'without that line'];
  return [`changing ${quoted(removed)} to ${quoted(added)}`, 'with the old line back'];
}

function rates({ without, unchanged }: ExplainedCase): string {
  const further = plural(without.trials + unchanged.trials, 'further trial');
  return `${without.passed} of ${without.trials} pass, with the whole change ${unchanged.passed} of ${unchanged.trials} (${further})`;
}

function quoted(text: string): string {
  return `"${cutEnd(text.trim().replace(/\s+/g, ' '), LONGEST_LINE)}"`;
}
