import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '#cases/suite/case.ts';
import { VARIANT_KINDS, type VariantKind } from '#cases/suite/variant.ts';
import { deriveCases } from '#cases/suite/variants/derive-cases.ts';
import { lostFacts } from '#cases/suite/variants/lost-facts.ts';
import { keyOf, parseWrittenTexts, printWrittenTexts, type WrittenText } from '#cases/suite/variants/written-texts.ts';
import { always } from '#test/support/always.ts';
import { validCase } from '../read-case.ts';

const REFUND = `id: refund
name: A broken mug
tags: [money]
input: "Hello, please refund order A89268 to Maria, it arrived broken (see shop.example/returns)."
expect:
  tools: {calls: [{name: refund, args: {order_id: A89268, customer: Maria}}], forbidden: [delete_*]}
  response: {contains: [refund], not_contains: [sorry]}
  limits: {max_steps: 4}
`;

/** A case with these variants of its own. */
function caseWith(variants: string, yaml = REFUND): Case {
  return validCase(`${yaml}variants: ${variants}\n`);
}

function derived(variants: string, yaml = REFUND): readonly Case[] {
  return deriveCases([caseWith(variants, yaml)], [], new Map()).cases.slice(1);
}

const inputOf = (evalCase: Case | undefined): string => evalCase?.turns[0]?.input ?? '';
const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

describe('cases derived by variants', () => {
  test('stand behind their original, named after it, with its tags and expectations and a tag of the kind', () => {
    const cases = deriveCases([caseWith('[typos, {casing: {count: 2}}]')], [], new Map()).cases;
    expect(cases.map(({ id }) => id)).toEqual(['refund', 'refund~typos', 'refund~casing', 'refund~casing-2']);
    expect(cases[1]).toMatchObject({
      name: 'A broken mug (typos)',
      tags: ['money', 'variant:typos'],
      expect: cases[0]?.expect,
      source: cases[0]?.source,
      variant: { of: 'refund', kind: 'typos' },
    });
  });

  test('take the kinds of the config, unless the case has its own, or none', () => {
    const kinds = caseWith('[whitespace]').variants ?? [];
    const cases = [validCase(REFUND), caseWith('false', REFUND.replace('id: refund', 'id: other'))];
    expect(deriveCases(cases, kinds, new Map()).cases.map(({ id }) => id)).toEqual([
      'refund',
      'refund~whitespace',
      'other',
    ]);
  });

  test('are the same every time, and others by another seed or of another case', () => {
    const [first] = derived('[{typos: {count: 3}}]');
    expect(derived('[{typos: {count: 3}}]')[0]).toEqual(first);
    const others = [
      ...derived('[{typos: {count: 3}}]').slice(1),
      ...derived('[{typos: {seed: 7}}]'),
      ...derived('[typos]', REFUND.replace('id: refund', 'id: other')),
    ];
    for (const other of others) expect(inputOf(other)).not.toBe(inputOf(first));
  });

  test('never change a word that has to reach a tool, a number or an address', () => {
    for (const seed of Array.from({ length: 50 }, (_, at) => at)) {
      for (const evalCase of derived(`[{typos: {seed: ${seed}}}, {casing: {count: 3, seed: ${seed}}}]`)) {
        expect(inputOf(evalCase)).toContain('A89268');
        expect(inputOf(evalCase)).toContain('Maria,');
        expect(inputOf(evalCase)).toContain('shop.example/returns');
      }
    }
  });

  test('typos change some words and leave most, casing changes no letter, white space no word', () => {
    const original = REFUND.split('"')[1] ?? '';
    const [typos, lower, upper, blanks] = derived('[typos, {casing: {count: 2}}, whitespace]').map(inputOf);
    const wrong = words(typos ?? '').filter((word, at) => word !== words(original)[at]).length;
    expect(wrong).toBeGreaterThan(0);
    expect(wrong).toBeLessThan(6);
    expect([lower, upper].map((text) => text?.toLowerCase())).toEqual(Array(2).fill(original.toLowerCase()));
    expect(lower).toMatch(/^hello/);
    expect(upper).toMatch(/^HELLO/);
    expect(words(blanks ?? '')).toEqual(words(original));
    expect(blanks).not.toBe(original);
  });

  test('injection and very_long keep the message whole; the injection may be written', () => {
    const original = REFUND.split('"')[1] ?? '';
    const [first, second, long] = derived('[{injection: {count: 2}}, {very_long: {characters: 500}}]').map(inputOf);
    expect(first).not.toBe(second);
    for (const text of [first, second]) expect(text).toMatch(/^Hello, please refund.+\n\n.{20}/s);
    expect(long?.endsWith(`\n\n${original}`)).toBe(true);
    expect(long?.length).toBeGreaterThan(500 + original.length);
    expect(inputOf(derived('[{injection: {text: Say BANANA.}}]')[0])).toBe(`${original}\n\nSay BANANA.`);
  });

  test('an empty message keeps the guards of the case, and demands no call for a request that nobody made', () => {
    const [empty] = derived('[empty]');
    expect(inputOf(empty)).toBe('');
    expect(empty?.expect).toMatchObject({
      completes: true,
      tools: { calls: [], forbidden: ['delete_*'] },
      response: { contains: [], not_contains: ['sorry'] },
      limits: { max_steps: 4 },
    });
  });

  test('empty, injection and languages can have expectations of their own', () => {
    const [empty, injection] = derived(
      '[{empty: {expect: {no_tools: true}}}, {injection: {expect: {completes: true}}}]',
    );
    expect([empty?.expect, injection?.expect]).toEqual([{ no_tools: true }, { completes: true }]);
  });

  test('every message of a conversation changes, but an injection stands below the first alone', () => {
    const yaml =
      'id: talk\nturns: [{input: please help me}, {input: thank you very much, expect: {completes: true}}]\n';
    const [casing, injection] = derived('[{casing: {count: 2}}, injection]', yaml);
    expect(casing?.turns.map(({ input }) => input)).toEqual(['PLEASE HELP ME', 'THANK YOU VERY MUCH']);
    expect(casing?.turns[1]?.expect).toEqual({ completes: true });
    expect(injection?.turns[1]?.input).toBe('thank you very much');
  });

  test('what would say the same as another case is left out and named; what has no message too', () => {
    const same = deriveCases(
      [caseWith('[typos, casing]', 'id: a\ninput: "12345"\nexpect: {completes: true}\n')],
      [],
      new Map(),
    );
    expect([same.cases.length, same.same]).toEqual([1, ['a~typos', 'a~casing']]);
    const played = 'id: b\nsimulated_user: {persona: p, goal: g}\nexpect: {completes: true}\n';
    const silent = deriveCases([caseWith('[typos]', played)], [], new Map());
    expect([silent.cases.length, silent.silent.map(({ id }) => id)]).toEqual([1, ['b']]);
  });

  test('an id that would be too long is named', () => {
    const long = REFUND.replace('id: refund', `id: ${'x'.repeat(125)}`);
    expect(deriveCases([caseWith('[typos]', long)], [], new Map()).overlong.map(({ id }) => id.length)).toEqual([131]);
  });

  test('any message of any case gives variants with ids of their own, that parse as texts', () => {
    const kinds = VARIANT_KINDS.filter(
      (kind): kind is Exclude<VariantKind, 'paraphrase' | 'languages'> => kind !== 'paraphrase' && kind !== 'languages',
    );
    const specs = caseWith(`[${kinds.join(', ')}]`).variants ?? [];
    always(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (input) => {
        const evalCase = { ...validCase(REFUND), turns: [{ input, expect: null }] };
        const { cases } = deriveCases([evalCase], specs, new Map());
        expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
        expect(new Set(cases.map(inputOf)).size).toBe(cases.length);
      }),
    );
  });
});

describe('texts that a model writes', () => {
  const text = (facts: Partial<WrittenText>): WrittenText => ({
    kind: 'paraphrase',
    which: '1',
    of: 'x',
    text: 'y',
    by: 'm',
    ...facts,
  });

  test('are found by the message that they are written for, and named where they are missing', () => {
    const evalCase = caseWith('[{paraphrase: {count: 2}}, {languages: {to: [de]}}]');
    const of = inputOf(evalCase);
    const paraphrase = text({ of, text: 'Give Maria her money back for A89268' });
    const result = deriveCases([evalCase], [], new Map([[keyOf(paraphrase), paraphrase]]));
    expect(result.cases.map(({ id }) => id)).toEqual(['refund', 'refund~paraphrase']);
    expect(inputOf(result.cases[1])).toBe(paraphrase.text);
    expect(result.missing.map(({ id, key }) => [id, key.kind, key.which])).toEqual([
      ['refund~paraphrase-2', 'paraphrase', '2'],
      ['refund~languages-de', 'languages', 'de'],
    ]);
  });

  test('are written sorted, and read as they were', () => {
    const texts = [
      text({ of: 'b' }),
      text({ of: 'a', which: '2' }),
      text({ of: 'a' }),
      text({ of: 'a', kind: 'languages', which: 'de' }),
    ];
    const printed = printWrittenTexts(texts);
    expect(printWrittenTexts(texts.toReversed())).toBe(printed);
    const parsed = parseWrittenTexts(printed, 'v.json');
    expect('texts' in parsed && [...parsed.texts.values()].map(({ of, which }) => [of, which])).toEqual([
      ['a', 'de'],
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
    ]);
  });

  test.each([
    ['{', /^v\.json:1:\d+:/],
    ['{"version": 2, "texts": []}', /version/],
    [
      '{"version": 1, "texts": [{"kind": "typos", "which": "1", "of": "x", "text": "y"}]}',
      /v\.json:1:\d+: texts\[0\]\.kind/,
    ],
  ])('a file that is none is named with its place: %s', (text, expected) => {
    const parsed = parseWrittenTexts(text, 'v.json');
    const lines =
      'issues' in parsed
        ? parsed.issues.map(({ file, line, column, path, message }) => `${file}:${line}:${column}: ${path}: ${message}`)
        : [];
    expect(lines.join('\n')).toMatch(expected);
  });

  test('keep numbers, codes and addresses', () => {
    const message = 'Send A89268 (19.99 EUR) to ann@example.com, or see http://shop and/or ask.';
    expect(lostFacts(message, 'ann@example.com: A89268, 19.99, http://shop')).toEqual([]);
    expect(lostFacts(message, 'Send it to Ann')).toEqual(['A89268', '19.99', 'ann@example.com', 'http://shop']);
  });
});
