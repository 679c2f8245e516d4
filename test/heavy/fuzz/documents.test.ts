import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AS_WRITTEN } from '#cases/dialects/case-reading.ts';
import type { DialectOptions } from '#cases/dialects/conversion/dialect.ts';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import { casesYaml } from '#commands/cli/cases/cases-yaml.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { always } from '#test/support/always.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { CASES, CONFIGS, FOREIGN, valuesOf } from './corpus.ts';
import { changedValue, expectUseful, FUZZ, inTime, mutated } from './mutations.ts';

function expectConfigOrIssues(text: string): void {
  const parsed = inTime(() => parseConfig(text, 'agent-eval.yml'));
  if ('issues' in parsed) expect(parsed.issues.length).toBeGreaterThan(0);
  expectUseful('issues' in parsed ? parsed.issues : parsed.warnings);
}

function expectCasesOrIssues(text: string, file: string, dialect: DialectOptions = {}): void {
  const parsed = inTime(() => parseSoundDocuments(text, file));
  if ('issues' in parsed) {
    expect(parsed.issues.length).toBeGreaterThan(0);
    expectUseful(parsed.issues);
    return;
  }
  const { cases, issues } = inTime(() => parseCases(parsed, { ...AS_WRITTEN, dialect }));
  expectUseful(issues);
  // Never fewer than were written without a word.
  if (cases.length === 0) expect(issues.length).toBeGreaterThan(0);
  if (issues.some(({ severity }) => severity === 'error') || cases.length === 0) return;
  // What is accepted can be shown as it will be judged (`validate --verbose`), and means the same when it is read again.
  const documents = parseSoundDocuments(
    inTime(() => casesYaml(cases)),
    'shown.yml',
  );
  mustBeRead(documents);
  const again = parseCases(documents, AS_WRITTEN);
  expect(again.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(again.cases.map(demandsOf)).toEqual(cases.map(demandsOf));
}

const demandsOf = (evalCase: Case) => [evalCase.id, inputHash(evalCase), expectHash(evalCase)];

describe('a config', () => {
  test('with spoiled bytes is a config, or issues with their places', () => {
    const texts = mutated(CONFIGS.map(({ text }) => text));
    always(fc.property(texts, expectConfigOrIssues), FUZZ);
  });

  test('with values of other kinds is a config, or issues with their places', () => {
    const values = changedValue(CONFIGS.flatMap(valuesOf));
    always(
      fc.property(values, (value) => expectConfigOrIssues(jsonText(value))),
      FUZZ,
    );
  });
});

describe('a file of cases', () => {
  const formats = ['yml', 'json', 'jsonl'] as const;
  test.each(formats)('(.%s) with spoiled bytes is cases, or issues with their places', (kind) => {
    const texts = mutated(CASES.filter(({ path }) => path.endsWith(`.${kind}`)).map(({ text }) => text));
    always(
      fc.property(texts, (text) => expectCasesOrIssues(text, `cases.${kind}`)),
      FUZZ,
    );
  });

  test('with values of other kinds is cases, or issues with their places', () => {
    const values = changedValue(CASES.flatMap(valuesOf).filter((value) => isJsonObject(value) || Array.isArray(value)));
    always(
      fc.property(values, (value) => expectCasesOrIssues(jsonText(value), 'cases.json')),
      FUZZ,
    );
  });

  test.each(FOREIGN)('of another tool ($file) with spoiled bytes is cases, or issues with their places', (sample) => {
    const name = sample.file.replace(/^.*\//, '');
    always(
      fc.property(mutated([sample.text]), (text) => expectCasesOrIssues(text, name, sample.options)),
      { ...FUZZ, numRuns: 150 },
    );
  });

  const structured = FOREIGN.filter(({ file }) => /\.jsonl?$/.test(file));
  test.each(structured)('of another tool ($file) with values of other kinds is the same', (sample) => {
    const values = changedValue(valuesOf(sample));
    always(
      fc.property(values, (value) => expectCasesOrIssues(jsonText(value), 'cases.json', sample.options)),
      { ...FUZZ, numRuns: 150 },
    );
  });
});

describe('what is written is what is read', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', ';', '\t', '|', '"', '\n', '7'), maxLength: 6 });
  const rows = fc.integer({ min: 2, max: 4 }).chain((columns) =>
    fc.array(
      fc.array(
        cell.map((text) => `x${text}x`),
        { minLength: columns, maxLength: columns },
      ),
      { minLength: 1, maxLength: 4 },
    ),
  );

  test.each([',', ';', '\t', '|'])(
    'in every cell of a table whose values %j separates, however its lines end',
    (separator) => {
      const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
      always(
        fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (values, end, isEnded) => {
          const names = (values[0] ?? []).map((_, index) => `column ${index}`);
          const lines = [names, ...values].map((row) => row.map(quoted).join(separator));
          const read = inTime(() => parseSoundDocuments(`${lines.join(end)}${isEnded ? end : ''}`, 'cases.csv'));
          const expected = values.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value])));
          expect('issues' in read ? read.issues : read.documents.map(({ value }) => value)).toEqual([expected]);
        }),
        FUZZ,
      );
    },
  );

  test('in every key of YAML, also one that looks like a number, a truth value or nothing', () => {
    const plain = fc.oneof(
      fc.constantFrom(
        'null',
        '~',
        'True',
        'no',
        '.inf',
        '-.INF',
        '.nan',
        '007',
        '0o17',
        '0x1F',
        '1.10',
        '+1',
        '-0',
        '1e3',
      ),
      fc.stringMatching(/^[-+]?\d{1,20}(?:\.\d{0,5})?(?:[eE][-+]?\d{1,3})?$/),
    );
    always(
      fc.property(fc.uniqueArray(plain, { minLength: 1, maxLength: 4 }), (keys) => {
        const read = inTime(() => parseSoundDocuments(keys.map((key) => `${key}: 1\n`).join(''), 'cases.yml'));
        const value = 'issues' in read ? null : (read.documents[0]?.value ?? null);
        expect(isJsonObject(value) && Object.keys(value).toSorted()).toEqual(keys.toSorted());
      }),
      FUZZ,
    );
  });
});
