import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { AS_WRITTEN } from '#cases/dialects/case-reading.ts';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import { compileGlob } from '#cases/matching/glob.ts';
import { findRegex, regexProblem } from '#cases/matching/texts/regex.ts';
import { parseWrittenTexts } from '#cases/suite/variants/written-texts.ts';
import { parseTools } from '#cases/tools/parse-tools.ts';
import { casesYaml } from '#commands/cli/cases/cases-yaml.ts';
import type { Issue } from '#common/document/issue.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import type { Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { parseAccepts } from '#config/gate/parse-accepts.ts';
import { historyText, joinHistories } from '#gate/history/join-histories.ts';
import { MOST_ROWS, parseHistory } from '#gate/history/parse-history.ts';
import { calibrationText, parseCalibration } from '#judge/calibration/calibration-file.ts';
import { parseLabels } from '#judge/labels/parse-labels.ts';
import { TOLD } from '#test/fixtures/traces.ts';
import { ofKind } from '#test/repository/support/documents.ts';
import { always } from '#test/support/always.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { exportRequest } from '#test/support/otlp.ts';
import { expandServer } from '#trials/mcp/expand.ts';
import { parseMcpFile } from '#trials/mcp/parse-mcp-file.ts';
import { caseOfConversation } from '#trials/traces/case-of-conversation.ts';
import { chooseTrace } from '#trials/traces/choose-trace.ts';
import { readOtlp } from '#trials/traces/otlp/read-otlp.ts';
import { changedValue, expectUseful, FUZZ, inTime, mutated } from './mutations.ts';

const SHA = 'a'.repeat(64);

/** Files beside a config and its cases, each with values that it may have, and its reader. */
const ROW = {
  ...{ sha: 'abcdef1', date: '2026-11-01T03:00:00Z', run_id: '12', attempt: 1, event: 'schedule', run_url: null },
  ...{ models: ['gpt'], judge: null, epoch: 'e1', began: null, anew: ['a'], cases: { a: [4, 5], b: [5, 5] } },
  ...{ passed: 9, scored: 10, total_tokens: 1200, cost_usd: 0.01, verdict: 'pass' },
  audit: { red: false, promised: 0.05 },
  drift: { before: 0.9, now: 0.8, nights: 4, cases: [{ id: 'a', before: [9, 10], now: [8, 10] }] },
} as const satisfies Json;

const LABEL = {
  ...{ case_id: 'a', trajectory: SHA, criterion: 'polite', turn: 1, label: 'met', labeller: 'ann', note: 'well' },
  drawn: { from: 'met', of: 12, times: 3 },
} as const satisfies Json;

const ACCEPTS: readonly Json[] = [
  [{ case: 'refund', reason: 'a new rule', until: '2026-12-31' }],
  [{ metric: 'total_tokens', up_to: 0.3, reason: 'longer answers', until: '2026-12-31', tag: 'safety' }],
];

const COUNTS = { of: 20, met: 18, not_met: 2 };
const CALIBRATION = {
  ...{ version: 1, judge: SHA, model: 'gpt' },
  criteria: { 'judge.polite': { labels: 40, good: COUNTS, bad: { of: 20, met: 1, not_met: 19 } } },
} as const satisfies Json;

test('a history that is spoiled is rows that can be stored and read again, or one reason that tells none of its text', () => {
  const texts = fc.oneof(
    mutated([[ROW, ROW].map((row) => jsonText(row)).join('\n')]),
    fc.array(changedValue([ROW]), { maxLength: 4 }).map((rows) => rows.map((row) => jsonText(row)).join('\n')),
  );
  always(
    fc.property(texts, (text) => {
      const read = inTime(() => parseHistory(text));
      if ('problem' in read) return void expect(read.problem).toMatch(/^(is|has) [\x20-\x7e]{5,200}$/);
      const joined = joinHistories([read.rows, read.rows]);
      expect(joined.length).toBeLessThanOrEqual(Math.min(read.rows.length, MOST_ROWS));
      expect(parseHistory(historyText(joined))).toEqual({ rows: joined });
    }),
    { ...FUZZ, numRuns: 2000 },
  );
});

const TEXT = { kind: 'paraphrase', which: '1', of: 'Refund A1', text: 'Please refund A1', by: 'gpt' } as const;

type Reader = (text: string) => readonly Issue[];

const issuesOf = (read: object | { readonly issues: readonly Issue[] }) => ('issues' in read ? read.issues : []);
const textsOf = (...values: readonly Json[]) => values.map((value) => jsonText(value));
const shipped = (kind: string) => ofKind(kind).map(({ text }) => text);

test.each<readonly [what: string, texts: readonly string[], read: Reader]>([
  ['labels', textsOf(LABEL), (text) => parseLabels([{ file: 'labels/a.jsonl', text }]).issues],
  ['accepts', textsOf(...ACCEPTS), (text) => issuesOf(parseAccepts(text, 'agent-eval-accepts.yml'))],
  [
    'a calibration, which means the same when it is written again,',
    textsOf(CALIBRATION),
    (text) => {
      const read = parseCalibration(text, 'judge-calibration.json');
      if ('calibration' in read)
        expect(parseCalibration(calibrationText(read.calibration), 'again.json')).toEqual(read);
      return issuesOf(read);
    },
  ],
  [
    'tools',
    shipped('tools'),
    (text) => {
      const read = parseTools(text, 'tools.yml');
      return 'issues' in read ? read.issues : read.warnings;
    },
  ],
  [
    'servers of the Model Context Protocol, which get no variable that is not given,',
    shipped('MCP servers'),
    (text) => {
      const read = parseMcpFile(text, 'mcp.json');
      for (const server of 'mcp' in read ? read.mcp.servers : []) {
        const expanded = expandServer(server, {}, '/work');
        if ('missing' in expanded) expect(expanded.missing.length).toBeGreaterThan(0);
      }
      return issuesOf(read);
    },
  ],
  [
    'texts that a model wrote',
    textsOf({ version: 1, texts: [TEXT] }),
    (text) => issuesOf(parseWrittenTexts(text, 'variants.json')),
  ],
])('%s beside the suite are read, or refused with their places', (_, texts, read) => {
  const changed = changedValue(texts.map((text): Json => parse(text))).map((value) => jsonText(value));
  always(
    fc.property(fc.oneof(mutated(texts), changed), (text) => expectUseful(inTime(() => read(text)))),
    { ...FUZZ, numRuns: 1500 },
  );
});

describe('a trace', () => {
  const requests = Object.values(TOLD).map((spans) => exportRequest(spans));
  const texts = fc.oneof(
    mutated(requests.map((request) => jsonText(request))),
    changedValue(requests).map((request) => jsonText(request)),
  );

  test('that is spoiled is a case that can be read again, or refused with a reason', () => {
    let sound = 0;
    always(
      fc.property(texts, (text) => {
        const parsed = inTime(() => parseSoundDocuments(text, 'trace.json'));
        if ('issues' in parsed) return void expectUseful(parsed.issues);
        const { traces, issues } = inTime(() => readOtlp(parsed.documents));
        expectUseful(issues);
        const chosen = inTime(() => chooseTrace(traces, null));
        if ('problem' in chosen) return void expect(chosen.problem.length).toBeGreaterThan(10);
        const yaml = casesYaml([caseOfConversation(chosen.conversation, chosen.trace, 'trace.json')]);
        const documents = parseSoundDocuments(yaml, 'shown.yml');
        mustBeRead(documents);
        expect(parseCases(documents, AS_WRITTEN).issues.filter(({ severity }) => severity === 'error')).toEqual([]);
        sound += 1;
      }),
      { ...FUZZ, numRuns: 1000 },
    );
    expect(sound, 'enough of them can be written').toBeGreaterThan(100);
  });
});

/** What makes engines that go back over a text run for years. */
const SLOW = ['(a+)+$', '(a|aa)*b', '(.*)*x', '(a?){50}a{50}', '([a-z]+)*[0-9]', '(x+x+)+y', '^(([a-z])+.)+[A-Z]$'];

describe('a pattern of a config never holds a run up', () => {
  const patterns = fc.oneof(fc.constantFrom(...SLOW), mutated(SLOW), fc.string({ unit: 'grapheme' }));
  const texts = fc.oneof(
    fc.constantFrom('a'.repeat(30_000), 'x'.repeat(30_000), `${'ab'.repeat(10_000)}!`),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  );

  test('as a regular expression', () => {
    always(
      fc.property(patterns, texts, (pattern, text) => {
        const problem = inTime(() => regexProblem(pattern));
        const found = inTime(() => findRegex(pattern, text));
        if (problem === null) return;
        expect(found).toBe(false);
        expect(problem.length).toBeGreaterThan(10);
      }),
      { ...FUZZ, numRuns: 300 },
    );
  });

  test.each(['name', 'id', 'path'] as const)('as a glob of a %s', (kind) => {
    const globs = fc.oneof(
      mutated(['**/a*/**', '{a,b}{c,{d,e}}', '[!a-z]*?', '*a*a*a*a*a*a*b']),
      fc.string({ unit: 'grapheme' }),
    );
    always(
      fc.property(globs, texts, (glob, text) => {
        inTime(() => compileGlob(glob, kind)(text));
      }),
      { ...FUZZ, numRuns: 300 },
    );
  });
});
