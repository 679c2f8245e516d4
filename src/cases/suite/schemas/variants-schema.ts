import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { Expectations } from '../expectation.ts';
import { VARIANT_KINDS, type VariantKind, type VariantSpec } from '../variant.ts';
import { expectationsSchema } from './expectations-schema.ts';

const MOST_OF_A_KIND = 20;
const DEFAULT_LANGUAGES = ['de', 'es', 'zh'];
const DEFAULT_CHARACTERS = 8000;

const count = z
  .int()
  .min(1)
  .max(MOST_OF_A_KIND)
  .describe(`How many of this kind each case gets, 1 to ${MOST_OF_A_KIND}; default 1`)
  .exactOptional();
const seed = z.int().min(0).max(1_000_000).describe('Another seed changes other letters; default 1').exactOptional();
const expect = expectationsSchema
  .refine(
    (demands) => Object.keys(demands).length > 0,
    'demands nothing; write at least `completes: true`, or remove the key',
  )
  .meta({ id: 'expectations_of_a_variant' })
  .exactOptional()
  .describe('Expectations that replace those of the case');
const text = z.string().min(1).max(10_000).describe('What is injected; default: a built-in text').exactOptional();
const characters = z
  .int()
  .min(100)
  .max(1_000_000)
  .describe(`Length of the small talk before the message; default ${DEFAULT_CHARACTERS}`)
  .exactOptional();
const to = z
  .array(
    z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, { error: expected('the code of a language, de or pt-BR') }),
  )
  .min(1)
  .max(MOST_OF_A_KIND)
  .describe(`Codes of the languages; default [${DEFAULT_LANGUAGES.join(', ')}]`)
  .exactOptional();

const seeded = strictMapping({ count, seed });

/** The kinds with their options. */
const KINDS = {
  typos: seeded
    .transform((options) => specOf('typos', options))
    .describe('Typing mistakes in some words')
    .exactOptional(),
  casing: seeded
    .transform((options) => specOf('casing', options))
    .describe('Lower case, upper case, or either word by word')
    .exactOptional(),
  whitespace: seeded
    .transform((options) => specOf('whitespace', options))
    .describe('Other white space between and around words')
    .exactOptional(),
  paraphrase: strictMapping({ count }, { seed: 'a model writes paraphrases, once, so there is nothing to seed' })
    .transform((options) => specOf('paraphrase', options))
    .describe('The same in other words, written by a model once')
    .exactOptional(),
  injection: strictMapping({ count, seed, text, expect })
    .transform((options) => specOf('injection', options))
    .describe('An injected instruction below the message')
    .exactOptional(),
  empty: strictMapping({ expect }, { count: 'a case has one empty variant; remove the key' })
    .transform((options) => specOf('empty', options))
    .describe('An empty message')
    .exactOptional(),
  very_long: strictMapping({ count, seed, characters })
    .transform((options) => specOf('very_long', options))
    .describe('Much small talk above the message')
    .exactOptional(),
  languages: strictMapping({ to, expect }, { count: 'each language gives one variant; list languages under `to`' })
    .transform((options) => specOf('languages', options))
    .describe('Other languages, written by a model once')
    .exactOptional(),
} satisfies Readonly<Record<VariantKind, z.ZodType>>;

const words = expected(`one of ${VARIANT_KINDS.join(', ')}, or one with options such as {typos: {count: 2}}`);

const withOptions = strictMapping(KINDS, {}, 'a kind of variant with its options')
  .refine(
    (kinds) => Object.keys(kinds).length === 1,
    'expected one kind with its options, such as {typos: {count: 2}}; list further kinds as entries of their own',
  )
  .transform((kinds) => Object.values(kinds));

const nameOnly = z.enum(VARIANT_KINDS, { error: words }).transform((kind) => [specOf(kind, {})]);

const variant = z.union([nameOnly, withOptions], { error: words }).meta({ id: 'variant' });

/** `variants:` of a case, and the kinds of a config. */
export const variantSpecsSchema = z
  .array(variant, { error: expected('a list such as [typos, casing]') })
  .transform((lists): readonly VariantSpec[] => lists.flat())
  .superRefine((specs, context) => {
    for (const [at, { kind }] of specs.entries()) {
      if (specs.findIndex((other) => other.kind === kind) < at)
        context.addIssue({
          code: 'custom',
          path: [at],
          message: `${kind} is listed twice; keep one, with a \`count\``,
        });
    }
  });

/** Options as written. */
interface WrittenOptions {
  readonly count?: number;
  readonly seed?: number;
  readonly to?: readonly string[];
  readonly text?: string;
  readonly characters?: number;
  readonly expect?: Expectations;
}

function specOf(kind: VariantKind, options: WrittenOptions): VariantSpec {
  return {
    kind,
    count: options.count ?? 1,
    seed: options.seed ?? 1,
    to: kind === 'languages' ? [...new Set(options.to ?? DEFAULT_LANGUAGES)] : [],
    text: options.text ?? null,
    characters: options.characters ?? DEFAULT_CHARACTERS,
    expect: options.expect ?? null,
  };
}
