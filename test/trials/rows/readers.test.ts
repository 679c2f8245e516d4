import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRound } from '#trials/rows/formats/registry.ts';
import { RESULT_FORMATS, type ResultFormat } from '#trials/rows/result-formats.ts';
import { damageWords, remarkWords } from '#trials/rows/round-words.ts';
import type { Row } from '#trials/rows/row.ts';

/** What is read from every file of every runner. `UPDATE_GOLDEN=1` writes the files again; the diff is then for a person to judge. */
const FIXTURES = new URL('../../fixtures/rows/', import.meta.url);
const GOLDEN = new URL('./golden/', import.meta.url);
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

/** The folders of fixtures: format, and the folder in which the runner ran. */
const FOLDERS: Readonly<Record<string, readonly [format: ResultFormat, root: string]>> = {
  vitest: ['vitest', '/repo/vitest'],
  'vitest-evals': ['vitest', '/repo/vitest-evals'],
  pytest: ['pytest', '/repo/py/pytest'],
  'junit-pytest': ['junit', '/repo/py/pytest'],
  'junit-vitest': ['junit', '/repo/vitest'],
  promptfoo: ['promptfoo', '/repo/promptfoo'],
  evalite: ['evalite', '/repo/evalite'],
  inspect: ['inspect', '/repo/inspect'],
  ctrf: ['ctrf', '/repo/py/pytest'],
  adk: ['adk', '/repo/adk'],
  deepeval: ['deepeval', '/repo/deepeval'],
};

/** Nobody saw how the runner ended. */
const UNSEEN = { ending: null, min_score: null };

function textOf(folder: string, name: string): string {
  return readFileSync(new URL(`${folder}/${name}`, FIXTURES), 'utf8');
}

function namesOf(folder: string): readonly string[] {
  return readdirSync(new URL(`${folder}/`, FIXTURES)).sort();
}

/** A file in a few lines: every row, or why its round does not count, or why no round could. */
function reading(folder: string, name: string): string {
  const [format, root] = FOLDERS[folder] ?? ['vitest', ''];
  const accounts = { ending: null, min_score: format === 'evalite' ? 0.5 : null };
  const round = readRound(format, [textOf(folder, name)], { root }, accounts);
  switch (round.kind) {
    case 'void':
      return `void: ${round.damage.map(damageWords).join('\n      ')}`;
    case 'whole':
      return [
        ...[...round.rows.values()].flatMap((rows) => rows.map(line)),
        ...round.skipped.map((id) => `skipped    ${id}`),
        ...round.remarks.map(([remark, id]) => `note       ${remarkWords(remark, [id])}`),
      ].join('\n');
  }
}

function line({ id, file, outcome, fault, message, scores, latency_ms, turn, remark }: Row): string {
  const lines = Object.keys(turn).length === 0 ? [] : [`turn ${JSON.stringify(turn)}`];
  const facts = [
    ...(fault === undefined ? [] : [`fault ${fault}`]),
    ...(latency_ms === null ? [] : [`${latency_ms.toFixed(1)} ms`]),
    ...scores.map(({ name, score }) => `${name} ${score}`),
    ...lines,
    ...(remark === undefined ? [] : [`remark ${remark}`]),
    ...(message === null ? [] : [JSON.stringify(message.slice(0, 100))]),
  ];
  return `${outcome.padEnd(10)} ${id} [${file ?? 'no file'}] ${facts.join(' · ')}`;
}

describe('what is read from a runner’s file is what the golden file says', () => {
  test.each(Object.keys(FOLDERS))('%s', (folder) => {
    const text = `${namesOf(folder)
      .map((name) => `== ${name}\n${reading(folder, name)}`)
      .join('\n\n')}\n`;
    const golden = new URL(`${folder}.txt`, GOLDEN);
    if (UPDATE) {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(golden, text);
    }
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });
});

test('every file that was cut off is a void round or an error, wherever the cut is', () => {
  for (const folder of Object.keys(FOLDERS)) {
    const [format, root] = FOLDERS[folder] ?? ['vitest', ''];
    const text = textOf(folder, format === 'junit' ? '2-fail.xml' : '2-fail.json').trimEnd();
    for (const share of [0.1, 0.35, 0.6, 0.85, 0.999]) {
      const cut = text.slice(0, Math.floor(text.length * share));
      const round = readRound(format, [cut], { root }, UNSEEN);
      expect([folder, share, round.kind]).not.toEqual([folder, share, 'whole']);
    }
  }
});

test('the samples of two models in one round are tests apart', () => {
  const log = textOf('inspect', '1-pass.json');
  const rowsOf = (...logs: readonly string[]) => {
    const round = readRound('inspect', logs, { root: '/repo/inspect' }, UNSEEN);
    return round.kind === 'whole' ? [...round.rows.keys()] : [];
  };
  const [alone, both] = [rowsOf(log), rowsOf(log, log.replaceAll('mockllm/model', 'openai/b'))];
  expect([alone.length > 0, both.length]).toEqual([true, 2 * alone.length]);
  expect(both.filter((id) => id.includes('openai/b'))).toHaveLength(alone.length);
});

test('a file of another runner is named', () => {
  for (const [folder, [own]] of Object.entries(FOLDERS)) {
    const [name = ''] = namesOf(folder);
    for (const format of RESULT_FORMATS.filter((other) => other !== own)) {
      const read = readRound(format, [textOf(folder, name)], { root: '/repo' }, UNSEEN);
      if (format === 'jsonl' && read.kind === 'void' && read.damage[0].code !== 'other_format') continue;
      expect([folder, format, read]).toEqual([
        folder,
        format,
        { kind: 'void', damage: [{ code: 'other_format', actual: own, format }] },
      ]);
    }
  }
});
