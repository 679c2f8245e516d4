import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import { parseCase } from '#cases/suite/parsing/parse-case.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { problemsOf } from '#test/common/document/problems-of.ts';
import { differences } from '#test/support/differences.ts';
import { expectSaid } from '#test/support/said.ts';
import { readCase, validCase } from '../read-case.ts';

/** The keys of a case, its demands beside the others. */
function keysOf({ expect: demands, ...keys }: Case): object {
  return { ...keys, ...Object.fromEntries(Object.entries(demands).map(([key, demand]) => [`expect.${key}`, demand])) };
}

describe('a case', () => {
  const least = validCase('{id: a, input: x, expect: {completes: true}}');

  test('has the defaults where it has no more than the least keys', () => {
    expect(least).toEqual({
      ...{ id: 'a', name: null, metadata: {}, tags: [], context: {}, history: [], trials: null },
      ...{ turns: [{ input: 'x', expect: null }], simulated_user: null, mocks: {}, expect: { completes: true } },
      source: { file: 'c.yml', line: 1 },
    });
  });

  test('differs from that one as the golden file says', () => {
    return expectSaid(new URL('golden/every-key.txt', import.meta.url), (text) =>
      differences(keysOf(least), keysOf(validCase(text))),
    );
  });

  test('and the defaults of its suite are merged key by key, or what contradicts them is refused, as the golden file says', () => {
    return expectSaid(new URL('golden/defaults.txt', import.meta.url), (text) => {
      const [yaml = '', defaults = ''] = text.split('\ndefaults ');
      const read = readCase(yaml, JSON.parse(defaults));
      return 'issues' in read ? problemsOf(read) : differences(keysOf(least), keysOf(read.case));
    });
  });

  test('stands where its document has it', () => {
    const parsed = parseDocuments('cases:\n  - {id: a, input: x}\n  - id: b\n    inputs: y\n', 'evals/c.yml');
    const [document] = 'documents' in parsed ? parsed.documents : [];
    if (document === undefined) throw new Error('no document');
    expect(problemsOf(parseCase({ id: 'a', input: 'x' }, { document, path: ['cases', 0] }))).toEqual([
      'evals/c.yml:2:5: cases[0]: a case without any expectation would always pass; write your demands under `expect`, at least `completes: true` (it answers) or `no_tools: true`; or compare what the agent calls with main: `behaviour: report` in the config',
    ]);
    expect(problemsOf(parseCase({ id: 'b', inputs: 'y' }, { document, path: ['cases', 1] }))).toEqual([
      'evals/c.yml:4:5: cases[1].inputs: unknown key; did you mean input?',
    ]);
  });
});

describe('what is refused is told as people read it', () => {
  test.each<[file: string, textOf: (text: string) => string]>([
    ['cases', (text) => text],
    ['expectations', (expectation) => `{id: a, input: x, expect: {${expectation}}}`],
  ])('%s', (file, textOf) => {
    return expectSaid(new URL(`golden/${file}.txt`, import.meta.url), (text) => problemsOf(readCase(textOf(text))));
  });

  test('everything at once, in the order of the file', () => {
    const text =
      'id: a b\nturns:\n  - input: 5\n    expect: {limits: {max_step: 3}}\ninput: x\nexpect:\n  tools: {calls: [{name: a, args: {x: {$gt: 1}}}], max_calls: 0}\n  response: {similar: {}}\n';
    expect(problemsOf(readCase(text)).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'c.yml:1:5: id:',
      'c.yml:3:3: turns:',
      'c.yml:3:12: turns[0].input:',
      'c.yml:4:23: turns[0].expect.limits.max_step:',
      'c.yml:7:45: expect.tools.calls[0].args.x.$gt:',
      'c.yml:7:63: expect.tools.max_calls:',
      'c.yml:8:23: expect.response.similar.to:',
      'c.yml:8:23: expect.response.similar:',
    ]);
  });
});
