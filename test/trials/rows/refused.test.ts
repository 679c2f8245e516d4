import { test } from 'vitest';
import { expectSaid } from '#test/support/said.ts';
import { readRound } from '#trials/rows/formats/registry.ts';
import { RESULT_FORMATS } from '#trials/rows/result-formats.ts';
import { damageWords } from '#trials/rows/round-words.ts';

/** A file's first line is its format and its name; with nothing below it is empty. */
function refusal(block: string): readonly string[] {
  const [head = '', ...lines] = block.split('\n');
  const [named = '', name = ''] = head.split(' ');
  const format = RESULT_FORMATS.find((each) => each === named) ?? 'rows';
  const round = readRound(format, [lines.join('\n')], { root: '/repo' }, { ending: null, min_score: null }, [name]);
  return round.kind === 'whole' ? ['it counts'] : round.damage.map(damageWords);
}

test('a file that does not count is refused with its place, what is wrong there, and what to do', () =>
  expectSaid(new URL('./golden/refused.txt', import.meta.url), refusal));
