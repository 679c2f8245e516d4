import { test } from 'vitest';
import { expectSaidByLine } from '#test/support/said.ts';
import { readRound } from '#trials/rows/formats/registry.ts';
import { RESULT_FORMATS } from '#trials/rows/result-formats.ts';
import { damageWords } from '#trials/rows/round-words.ts';

/** A file below a line with its format and its name. */
function refusal(text: string): string {
  const [head = '', ...lines] = text.split('\n');
  const format = RESULT_FORMATS.find((each) => head.startsWith(`${each} `)) ?? 'rows';
  const [, name = ''] = head.split(' ');
  const round = readRound(format, [lines.join('\n')], { root: '/repo' }, { ending: null, min_score: null }, [name]);
  return round.kind === 'whole' ? 'it counts' : round.damage.map(damageWords).join('; ');
}

test('a file that does not count is refused with its place, what is wrong there, and what to do', () =>
  expectSaidByLine(new URL('./golden/refused.txt', import.meta.url), refusal));
