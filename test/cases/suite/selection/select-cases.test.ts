import { describe, expect, test } from 'vitest';
import { selectCases } from '#cases/suite/selection/select-cases.ts';
import { validCase } from '../read-case.ts';

const cases = [
  ['refund/cracked', 'refund, hero'],
  ['refund/late', 'refund'],
  ['weather.today', 'weather'],
].map(([id, tags]) => validCase(`{id: ${id}, input: x, tags: [${tags}], expect: {completes: true}}`));

function selected(ids: readonly string[], tags: readonly string[] = []): readonly string[] | string {
  const result = selectCases(cases, { ids, tags });
  return 'problem' in result ? result.problem : result.cases.map(({ id }) => id);
}

describe('selection', () => {
  test.each<[ids: readonly string[], tags: readonly string[], left: readonly string[]]>([
    [[], [], ['refund/cracked', 'refund/late', 'weather.today']],
    [['refund/late'], [], ['refund/late']],
    [['refund/*'], [], ['refund/cracked', 'refund/late']],
    [['*'], [], ['weather.today']],
    [['{refund/l*,weather.?oday}'], [], ['refund/late', 'weather.today']],
    [['**'], [], ['refund/cracked', 'refund/late', 'weather.today']],
    [['weather.today', 'refund/c*'], [], ['refund/cracked', 'weather.today']],
    [[], ['hero'], ['refund/cracked']],
    [[], ['weather', 'hero'], ['refund/cracked', 'weather.today']],
    [['refund/*'], ['hero', 'weather'], ['refund/cracked']],
  ])('ids %j, tags %j', (ids, tags, left) => {
    expect(selected(ids, tags)).toEqual(left);
  });

  test.each<[ids: readonly string[], tags: readonly string[], problem: string]>([
    [
      ['refund'],
      [],
      `no case has the id "refund"; expected ids (globs such as refund/*) or tags of this suite's 3 cases`,
    ],
    [
      ['refund/*', 'refnd/*'],
      ['heros'],
      `no case has the id "refnd/*", tag "heros"; expected ids (globs such as refund/*) or tags of this suite's 3 cases`,
    ],
    [
      ['!refund/late'],
      [],
      `no case has the id "!refund/late"; expected ids (globs such as refund/*) or tags of this suite's 3 cases`,
    ],
    [[''], [], `no case has the id ""; expected ids (globs such as refund/*) or tags of this suite's 3 cases`],
    [['weather.today'], ['refund'], 'no case has one of the ids and one of the tags; select by fewer of them'],
  ])('ids %j, tags %j select nothing, which is a problem', (ids, tags, problem) => {
    expect(selected(ids, tags)).toBe(problem);
  });

  // A matcher that backtracks takes about a minute; a linear one milliseconds.
  test('a glob made against an id ends soon', () => {
    const evalCase = validCase(`{id: ${'a'.repeat(120)}, input: x, expect: {completes: true}}`);
    expect(selectCases([evalCase], { ids: [`${'*a'.repeat(6)}b`], tags: [] })).toHaveProperty('problem');
  });

  test('an empty suite is a problem', () => {
    expect(selectCases([], { ids: [], tags: [] })).toEqual({ problem: 'the suite has no cases; add one' });
  });
});
