import { describe, expect, test } from 'vitest';
import { readRound } from '#trials/rows/formats/registry.ts';
import type { Round } from '#trials/rows/ledger.ts';
import { damageWords, remarkWords } from '#trials/rows/round-words.ts';
import type { RowMapping } from '#trials/rows/row-mapping.ts';

const NOTHING: RowMapping = {
  ...{ each: null, count: null, id: ['id'], passed: {}, failed: {}, error: {}, skipped: {}, scores: {} },
  ...{ message: [], file: null, trial: null, latency_ms: null, output: null },
};

function read(text: string | readonly string[], rows: Partial<RowMapping>, names: readonly string[] = []): Round {
  const accounts = { ending: null, min_score: 0.5 };
  return readRound('rows', [text].flat(), { root: '/repo', rows: { ...NOTHING, ...rows } }, accounts, names);
}

/** A round in a few words: outcome and message by name, or why it does not count. */
function said(round: Round): readonly string[] {
  if (round.kind === 'void') return round.damage.map((damage) => `void: ${damageWords(damage)}`);
  return [
    ...[...round.rows.values()]
      .flat()
      .map(({ id, outcome, message }) => `${id} ${outcome}${message === null ? '' : `: ${message}`}`),
    ...round.skipped.map((id) => `${id} skipped`),
    ...round.remarks.map(([remark, id]) => remarkWords(remark, [id])),
  ];
}

const STATUS = { passed: { status: ['PASS'] }, error: { status: ['TRANSIENT'] } };
const lines = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

test('each row of a team’s own file is what the mapping says of it, and a word that nobody knows is an error with its name', () => {
  const evaluations = [
    { id: 'mug', status: 'PASS', runs: [{ failures: [] }] },
    { id: 'lamp', status: 'fail', runs: [{ failures: ['no refund', { tool: 'pay' }] }] },
    { id: 'desk', status: 'TRANSIENT', runs: [{ failures: ['busy'] }] },
    { id: 'sofa', status: 'Skipped' },
    { id: 7, status: 'OK', runs: [] },
    { id: 'rug', status: 'CRASHED' },
  ];
  const rows = { each: 'report.evaluations', ...STATUS, message: ['runs.0.failures'] };
  const expected = [
    'mug passed',
    'lamp failed: no refund; {"tool":"pay"}',
    'desk error: busy',
    '7 error: its outcome is "OK", which is not known',
    'rug error: its outcome is "CRASHED", which is not known',
    'sofa skipped',
  ];
  expect(said(read(JSON.stringify({ report: { evaluations } }, null, 2), rows))).toEqual(expected);
  expect(said(read(lines(...evaluations), { ...rows, each: null }))).toEqual(expected);
});

test.each<[what: string, rows: readonly object[], mapping: Partial<RowMapping>, said: readonly string[]]>([
  [
    'a number',
    [
      { id: 'a', rate: 1 },
      { id: 'b', rate: 0.9 },
    ],
    { passed: { rate: [1] } },
    ['a passed', 'b failed'],
  ],
  [
    'true and false',
    [
      { id: 'a', ok: true },
      { id: 'b', ok: false },
    ],
    { passed: { ok: null } },
    ['a passed', 'b failed'],
  ],
  [
    'several places, of which the worst holds',
    [
      { id: 'a', status: 'PASS', judge: true },
      { id: 'b', status: 'PASS', judge: false },
      { id: 'c', status: 'ERROR', judge: true },
    ],
    { passed: { status: ['PASS'], judge: [true] } },
    ['a passed', 'b failed', 'c error'],
  ],
  [
    'scores',
    [
      { id: 'a', m: { 'gpt-5.4': 0.9 } },
      { id: 'b', m: { 'gpt-5.4': 0.2 } },
    ],
    { scores: { judge: 'm.gpt-5.4' } },
    ['a passed', 'b failed: judge is 0.2'],
  ],
  [
    'names of two parts, and repeats',
    [
      { s: 'x', id: 1, n: 0, ok: true },
      { s: 'x', id: 1, n: 1, ok: false },
    ],
    { id: ['s', 'id'], trial: 'n', passed: { ok: null } },
    ['x > 1 passed', 'x > 1 failed'],
  ],
  [
    'two ids alike',
    [
      { id: 'a', ok: true },
      { id: 'a', ok: false },
    ],
    { passed: { ok: null } },
    [
      'a #1 of 2 passed',
      'a #2 of 2 failed',
      'two tests are called a: their place in the file tells them apart; give each a name of its own',
    ],
  ],
  [
    'no message anywhere',
    [{ id: 'a', ok: false }],
    { passed: { ok: null }, message: ['why'] },
    ['a failed', 'no row has what `rows.message` names, so nothing says why these did not pass: a'],
  ],
])('%s', (_, rows, mapping, expected) => {
  expect(said(read(lines(...rows), mapping))).toEqual(expected);
});

describe('a file that the mapping does not fit is a void round, which says where and what', () => {
  test.each<[what: string, text: string, mapping: Partial<RowMapping>, words: string]>([
    [
      'a list that is not there',
      '{"cases": [], "summary": 1}',
      { each: 'evaluations', ...STATUS },
      '`rows.each` is evaluations, which is nowhere in the file; its keys are "cases", "summary"',
    ],
    [
      'no list',
      '{"evaluations": {"a": 1}}',
      { each: 'evaluations', ...STATUS },
      '`rows.each` is evaluations, which leads to an object, and must to a list; its keys are "evaluations"',
    ],
    [
      'a path that no row has',
      lines({ id: 'a', state: 'PASS' }, { id: 'b', note: 1 }),
      STATUS,
      '`rows.passed` is status, which is nowhere in the file; its keys are "id", "state", "note"',
    ],
    [
      'a path that a row lacks',
      lines({ id: 'a', status: 'PASS' }, { id: 'b' }),
      STATUS,
      'line 2: `status` is not there, and must be PASS, or what did not pass',
    ],
    [
      'a row without a name',
      lines({ id: 'a', status: 'PASS' }, { id: null, status: 'PASS' }),
      STATUS,
      'line 2: `id` is null, and must be a name, as a text or a number',
    ],
    [
      'a value of another kind',
      '[{"id": "a", "ok": 1}]',
      { passed: { ok: null } },
      'row 1: `ok` is 1, and must be true, false or a word such as passed or failed',
    ],
    [
      'a score that is none',
      '[{"id": "a", "s": "high"}]',
      { scores: { s: 's' } },
      'row 1: `s` is "high", and must be a number, true, false or null',
    ],
    [
      'a line that is cut',
      `${lines({ id: 'a', status: 'PASS' })}\n{"id": "b", "sta`,
      STATUS,
      "its file can't be read to the end: line 2 is not JSON; the runner was cut off",
    ],
    [
      'fewer rows than it counts',
      '{"n": 3, "rows": [{"id": "a", "status": "PASS"}]}',
      { each: 'rows', count: 'n', ...STATUS },
      'its file counts 3 tests and has 1; let the runner write those that it skips or leaves out, too',
    ],
    ['no row', '[]', STATUS, 'no test ran; does a filter match nothing?'],
    [
      'a file outside',
      '[{"id": "a", "status": "PASS", "f": "/etc/x"}]',
      { file: 'f', ...STATUS },
      '/etc/x is outside the folder of the config; run the tests of this folder alone',
    ],
  ])('%s', (_, text, mapping, words) => {
    expect(said(read(text, mapping))).toEqual([`void: ${words}`]);
  });

  test('of several files, the one is named', () => {
    const texts = [lines({ id: 'a', status: 'PASS' }), lines({ id: 'b', status: null })];
    expect(said(read(texts, STATUS, ['out/a.json', 'out/b.json']))[0]).toContain(
      'void: out/b.json, row 1: `status` is null',
    );
  });
});
