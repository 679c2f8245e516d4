import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseResults, resultsProblem } from '#gate/baseline/results/parse-results.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { splitCases } from '#gate/baseline/results/split-cases.ts';
import { always } from '#test/support/always.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { saying } from '#test/support/worded.ts';

const OBJECTS = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
/** As a run writes it: a line per case. */
/** As a run writes them, and with keys after the cases, which it writes none of. */
const FILES = fc
  .record({ head: OBJECTS, cases: fc.array(OBJECTS, { maxLength: 4 }), after: fc.constantFrom('', ',"x":1') })
  .map(({ head, cases, after }) => {
    const { cases: _, ...others } = head;
    const opening = JSON.stringify({ ...others, cases: [] }).slice(0, -2);
    return `${opening}${cases.map((item) => `\n${JSON.stringify(item)}`).join(',')}\n]${after}}\n`;
  });

/** What the parts say; `null`: no parts, or some are no JSON. */
function readParts(text: string): unknown {
  const parts = splitCases(new TextEncoder().encode(text));
  if (parts === null) return null;
  try {
    const head = JSON.parse(parts.head);
    const empty = Array.isArray(head.cases) && head.cases.length === 0;
    return empty ? { ...head, cases: Array.from(parts.cases, (line) => JSON.parse(line)) } : null;
  } catch {
    return null;
  }
}

describe('a file in parts', () => {
  test('says what the whole says', () => {
    always(
      fc.property(FILES, (text) => {
        expect(readParts(text)).toEqual(text.endsWith('\n]}\n') ? JSON.parse(text) : null);
      }),
      { seed: 3, numRuns: tries(600) },
    );
  });

  test('is no file if the whole is none, and else says the same, whatever a character of it becomes', () => {
    always(
      fc.property(
        FILES,
        fc.nat(),
        fc.constantFrom(
          '',
          '"',
          '\\',
          ',',
          ':',
          '{',
          '}',
          '[',
          ']',
          ' ',
          '1',
          '\n',
          '\n]}',
          '"cases":[\n',
          '\uFEFF',
          ',\n',
        ),
        (text, at, put) => {
          const place = at % text.length;
          const broken = text.slice(0, place) + put + text.slice(place + 1);
          const parts = readParts(broken);
          if (parts !== null) expect(parts).toEqual(JSON.parse(broken));
        },
      ),
      { seed: 5, numRuns: tries(900) },
    );
  });
});

test('equal checks of the trials of one file are one in memory', () => {
  const check = { id: 'tools', name: 'tools', turn: null, passed: true, score: 1, fact: saying('all made') };
  const trials = outcomes(3).map((trial) => ({ ...trial, checks: [check] }));
  const file = resultsFile([caseRecord('a', { trials }), caseRecord('b', { trials })]);
  const text = resultsText(file).parts.join('');
  const read = parseResults(text);
  const lists = 'results' in read ? read.results.cases.flatMap((item) => item.trials.map(({ checks }) => checks)) : [];
  expect(lists).toHaveLength(6);
  expect(new Set(lists).size).toBe(1);
  expect(lists[0]).toEqual([check]);
});

test('a run is asked whether it can be read without being kept, and says what reading it says', () => {
  const fine = resultsText(resultsFile([caseRecord('a')])).parts.join('');
  expect(resultsProblem(fine)).toBeNull();
  for (const broken of [fine.replace('"a"', '"?"'), fine.slice(1), fine.replace('"index":2', '"index":1')]) {
    const read = parseResults(broken);
    expect(resultsProblem(broken)).toBe('problem' in read ? read.problem : 'expected a problem');
  }
});

test('checks that are nested too deeply to be compared are no checks, and end nothing', () => {
  const trials = outcomes(1).map((trial) => ({ ...trial, checks: [] }));
  const text = resultsText(resultsFile([caseRecord('a', { trials })])).parts.join('');
  const deep = text.replace('"checks":[]', `"checks":${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  expect(deep).not.toBe(text);
  expect(parseResults(deep)).toMatchObject({ problem: expect.stringContaining('malformed') });
});
