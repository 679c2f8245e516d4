import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import { checksOf, lostDemands } from '#cases/suite/demands/lost-demands.ts';
import { validCase } from '../read-case.ts';

const caseOf = (expect: string) => validCase(`id: a\ninput: hi\nexpect: ${expect}\n`);
const wordsOf = (before: Case, after: Case) => lostDemands(before, after).map(({ words }) => words);
const lost = (before: string, after: string) => wordsOf(caseOf(before), caseOf(after));

describe('what a case demands less', () => {
  test.each([
    ['{completes: true, no_tools: true}', '{completes: true}', ['no_tools is no longer checked']],
    ['{no_tools: true}', '{tools: [a]}', ['no_tools is no longer checked']],
    ['{tools: [a, b]}', '{tools: [a]}', ['tools.calls: 1 of 2 dropped']],
    ['{tools: [a, a]}', '{tools: [a]}', ['tools.calls: 1 of 2 dropped']],
    ['{tools: [a, b]}', '{tools: [a, c]}', ['tools.calls: 1 of 2 rewritten']],
    ['{tools: [{name: a, args: {x: 1}}]}', '{tools: [a]}', ['tools.calls: 1 of 1 loosened']],
    [
      '{tools: [{name: a, args: {x: 1}}]}',
      '{tools: [{name: a, args: {x: 1}, args_match: includes}]}',
      ['tools.calls: 1 of 1 loosened'],
    ],
    [
      '{tools: [{name: a, args: {x: 1}}]}',
      '{tools: [{name: a, args: {x: 1, y: 2}}]}',
      ['tools.calls: 1 of 1 rewritten'],
    ],
    [
      '{tools: [{name: a, args: {x: {y: 1}, z: [{}]}, args_match: includes}]}',
      '{tools: [{name: a, args: {x: {y: 2}, z: [{}]}, args_match: includes}]}',
      ['tools.calls: 1 of 1 rewritten'],
    ],
    [
      '{tools: [{name: a, args: {x: {$gte: 5}}, args_match: includes}]}',
      '{tools: [{name: a, args: {x: {$gte: 5, $lte: 9}}, args_match: includes}]}',
      ['tools.calls: 1 of 1 rewritten'],
    ],
    [
      '{tools: [{name: a, args: {x: {$not: {y: 1}}}, args_match: includes}]}',
      '{tools: [{name: a, args: {x: {$not: {y: 1}}}}]}',
      ['tools.calls: 1 of 1 rewritten'],
    ],
    [
      '{response: {not_contains: [X], contains: [y]}}',
      '{response: {not_contains: [X], contains: [y], case_sensitive: true}}',
      ['response.case_sensitive false → true'],
    ],
    ['{tools: [{name: a, status: ok}]}', '{tools: [a]}', ['tools.calls: 1 of 1 loosened']],
    ['{tools: {calls: [{parallel: [a, b]}]}}', '{tools: [a, b]}', ['tools.parallel: 1 of 1 dropped']],
    [
      '{tools: {calls: [a], order: exact}}',
      '{tools: {calls: [a], order: in_order}}',
      ['tools.order exact → in_order', 'tools.allow_extra false → true'],
    ],
    [
      '{tools: {calls: [a], forbidden: [b, "delete_*"], before: [[a, b]]}}',
      '{tools: {calls: [a], forbidden: [b]}}',
      ['tools.before: 1 of 1 dropped', 'tools.forbidden: 1 of 2 dropped'],
    ],
    [
      '{tools: {calls: [a], min_calls: 2, max_calls: 3}}',
      '{tools: {calls: [a], max_calls: 9, min_matched: 0.5}}',
      ['tools.min_calls 2 → none', 'tools.max_calls 3 → 9', 'tools.min_matched 1 → 0.5'],
    ],
    [
      '{response: {contains: [x, y], not_contains: [z], matches: [w]}}',
      '{response: {contains: [x], matches: [v]}}',
      [
        'response.contains: 1 of 2 dropped',
        'response.not_contains: 1 of 1 dropped',
        'response.matches: 1 of 1 rewritten',
      ],
    ],
    ['{response: {equals: x}}', '{response: {equals: y}}', ['response.equals rewritten']],
    ['{response: {equals: x, contains: [x]}}', '{response: {contains: [x]}}', ['response.equals is no longer checked']],
    [
      '{response: {contains: [X], case_sensitive: true}}',
      '{response: {contains: [X]}}',
      ['response.case_sensitive true → false'],
    ],
    [
      '{metadata: {a: 1, b: 2}, state: {x.y: 1}}',
      '{metadata: {a: 1}, state: {x.y: 2}}',
      ['metadata.b is no longer checked', 'state.x.y rewritten'],
    ],
    [
      '{retrieved: {ids: [a, b], k: 2, min_hits: 2}}',
      '{retrieved: {ids: [b, a], k: 5}}',
      ['retrieved.k 2 → 5', 'retrieved.min_hits 2 → 1'],
    ],
    [
      '{limits: {max_steps: 3, max_latency: 1s}}',
      '{limits: {max_steps: 6}}',
      ['limits.max_steps 3 → 6', 'limits.max_latency_ms 1000 → none'],
    ],
    ['{custom: [{command: [a]}, {command: [b]}]}', '{custom: [{command: [a]}]}', ['custom: 1 of 2 dropped']],
  ])('%s → %s', (before, after, words) => {
    expect(lost(before, after)).toEqual(words);
  });

  test.each([
    ['{tools: [a]}', '{tools: {calls: [a, b], order: in_order}}'],
    ['{tools: [{name: a, args: {x: 1}, args_match: includes}]}', '{tools: [{name: a, args: {x: 1}, status: ok}]}'],
    [
      '{tools: [{name: a, args: {x: {y: 1}}, args_match: includes}]}',
      '{tools: [{name: a, args: {x: {y: 1, z: 2}, w: 3}, args_match: includes}]}',
    ],
    ['{tools: [{name: a, args: {x: 1}, args_match: includes}]}', '{tools: [{name: a, args: {x: 1, y: 2}}]}'],
    ['{response: {contains: [x]}}', '{response: {contains: [x], not_contains: [y], case_sensitive: true}}'],
    [
      '{response: {not_contains: [x], matches: [y], equals: z, case_sensitive: true}}',
      '{response: {not_contains: [x], matches: [y], equals: z}}',
    ],
    ['{response: {contains: [x]}}', '{response: {contains: [y, x], equals: z}, completes: true}'],
    ['{limits: {max_steps: 6}}', '{limits: {max_steps: 3, max_cost_usd: 1}}'],
    [
      '{response: {similar: {to: [x, y], bleu: {min: 0.5}}}}',
      '{response: {similar: {to: x, bleu: {min: 0.6}, rouge_l: {min: 0.1}}}}',
    ],
    ['{retrieved: {ids: [a], k: 5}}', '{retrieved: {ids: [a], k: 2}}'],
    ['{metadata: {a: 1}}', '{metadata: {a: 1, b: 2}, state: {x: 1}}'],
  ])('nothing is lost where only more is demanded: %s → %s', (before, after) => {
    expect(lost(before, after)).toEqual([]);
  });

  test('nothing is lost where calls and arguments are only added, in whatever place', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const args = fc.dictionary(key, fc.constantFrom(1, 2), { maxKeys: 2 });
    const call = fc.record({ name: fc.constantFrom('f', 'g'), args });
    const more = fc.record({ args: fc.dictionary(fc.constantFrom('d', 'e'), fc.constant(3)), exact: fc.boolean() });
    const changes = fc.tuple(
      fc.array(fc.tuple(call, more), { minLength: 1, maxLength: 5 }),
      fc.array(call, { maxLength: 2 }),
    );
    const written = (calls: readonly object[]) => caseOf(JSON.stringify({ tools: { calls } }));
    const includes = { args_match: 'includes' };
    fc.assert(
      fc.property(changes, fc.boolean(), ([kept, added], isTurned) => {
        const before = kept.map(([one]) => ({ ...one, ...includes }));
        const now = kept.map(([one, gain]) => ({
          ...one,
          args: { ...one.args, ...gain.args },
          ...(gain.exact ? {} : includes),
        }));
        const after = [...added, ...now];
        expect(wordsOf(written(before), written(isTurned ? after.toReversed() : after))).toEqual([]);
      }),
    );
  });

  test('of a turn is told with its number', () => {
    const turns = (second: string) =>
      validCase(`id: a\nturns: [{input: x}, {input: y${second}}]\nexpect: {completes: true}\n`);
    expect(wordsOf(turns(', expect: {no_tools: true}'), turns(''))).toEqual(['turn 2: no_tools is no longer checked']);
  });

  test('is told with the check that judged it', () => {
    const [evalCase, two] = [
      caseOf('{response: {contains: [x]}, limits: {max_steps: 3}}'),
      caseOf('{limits: {max_steps: 9}}'),
    ];
    expect(lostDemands(evalCase, two).map(({ check }) => check)).toEqual(['response', 'limits']);
    expect([...checksOf(evalCase)].sort()).toEqual(['limits', 'response']);
  });

  test.each([
    ['{response: {contains: [refund]}}', '{response: {contains: [refund issued]}}', 'kept'],
    ['{response: {contains: [refund, issued]}}', '{response: {contains: [refund issued]}}', 'kept'],
    ['{response: {not_contains: [errors]}}', '{response: {not_contains: [error]}}', 'kept'],
    ['{tools: {calls: [a], forbidden: [delete_user]}}', '{tools: {calls: [a], forbidden: ["delete_*"]}}', 'kept'],
    ['{completes: true}', '{response: {contains: [x]}}', 'kept'],
    ['{response: {contains: [refund issued]}}', '{response: {contains: [refund]}}', 'less'],
    ['{response: {not_contains: [error]}}', '{response: {not_contains: [errors]}}', 'less'],
    ['{response: {similar: {to: x, bleu: {min: 0.5}}}}', '{response: {similar: {to: x, bleu: {min: 0.4}}}}', 'less'],
    ['{response: {similar: {to: x, bleu: {min: 0.5}}}}', '{response: {similar: {to: x, rouge_l: {min: 0.5}}}}', 'less'],
    [
      '{response: {similar: {to: x, bleu: {min: 0.5}}}}',
      '{response: {similar: {to: [x, y], bleu: {min: 0.5}}}}',
      'less',
    ],
    [
      '{response: {similar: {to: x, bleu: {min: 0.5}}}}',
      '{response: {similar: {to: z, bleu: {min: 0.5}}}}',
      'rewritten',
    ],
    ['{response: {contains: [a], similar: {to: x, bleu: {min: 0.5}}}}', '{response: {contains: [a]}}', 'less'],
    ['{tools: {calls: [a], forbidden: ["delete_*"]}}', '{tools: {calls: [a], forbidden: [delete_user]}}', 'rewritten'],
    ['{tools: [{name: a, args: {x: 1}}]}', '{tools: [a]}', 'less'],
    ['{tools: [{name: a, args: {x: 1}}]}', '{tools: [{name: a, args: {x: 2}}]}', 'rewritten'],
    ['{tools: [a, b, c]}', '{tools: [d]}', 'less'],
    ['{no_tools: true}', '{tools: [a]}', 'rewritten'],
    ['{response: {matches: [x]}}', '{response: {matches: [y]}}', 'rewritten'],
    ['{response: {contains: [x]}}', '{response: {equals: y}}', 'rewritten'],
    ['{response: {contains: [x, z]}}', '{response: {matches: [y]}}', 'rewritten'],
    ['{response: {matches: [y]}}', '{response: {contains: [x]}}', 'rewritten'],
    ['{response: {contains: [x]}}', '{response: {json_schema: {type: object}}}', 'rewritten'],
    ['{response: {contains: [x], matches: [y]}}', '{response: {matches: [y]}}', 'less'],
    ['{limits: {max_steps: 3}}', '{completes: true}', 'less'],
    ['{metadata: {a: 1}}', '{metadata: {a: 2}}', 'rewritten'],
  ])('is called less only where that is sure: %s → %s is %s', (before, after, kind) => {
    expect(lostDemands(caseOf(before), caseOf(after)).map((one) => one.kind)).toEqual([kind]);
  });

  test('a check that moves to a turn is rewritten, not lost', () => {
    const turn = (own: string, whole: string) =>
      validCase(`id: a\nturns: [{input: x}, {input: y${own}}]\nexpect: ${whole}\n`);
    const moved = [
      turn('', '{completes: true, tools: [a]}'),
      turn(', expect: {tools: [a]}', '{completes: true}'),
    ] as const;
    expect(lostDemands(...moved)).toMatchObject([{ check: 'tools', kind: 'rewritten' }]);
    expect(lostDemands(moved[1], moved[0])).toMatchObject([{ check: 'tools', kind: 'rewritten' }]);
  });

  test('quotes no text of a case', () => {
    const words = lost('{response: {contains: ["@org/team"]}}', '{response: {contains: ["<img>"]}}').join();
    expect(words).not.toMatch(/org|img/);
  });
});
