import * as z from 'zod';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import { EXAMPLE_MODELS } from '#common/example-models.ts';
import type { ModelPrice } from './prices.ts';

const WORDS = 'US dollars per million tokens, a number from 0 to 1000000';
const price = z
  .number({ error: expected(WORDS) })
  .min(0, { error: `expected ${WORDS}` })
  .max(1e6, { error: `expected ${WORDS}` });

const modelPrice = strictMapping(
  {
    input: price.describe('US dollars per million input tokens'),
    output: price.describe('US dollars per million output tokens, reasoning included'),
    input_cache_read: price
      .describe('US dollars per million input tokens read from the cache (default: as input)')
      .exactOptional(),
    input_cache_write: price
      .describe('US dollars per million input tokens written to the cache (default: as input)')
      .exactOptional(),
    input_cache_write_1h: price
      .describe(
        'US dollars per million input tokens written to a cache that is kept for an hour (default: as input_cache_write)',
      )
      .exactOptional(),
  },
  {},
  'a mapping such as {input: 2.5, output: 10}, in US dollars per million tokens',
).transform(
  ({ input, output, input_cache_read, input_cache_write, input_cache_write_1h }): ModelPrice => ({
    input,
    output,
    input_cache_read: input_cache_read ?? null,
    input_cache_write: input_cache_write ?? null,
    ...(input_cache_write_1h !== undefined && { input_cache_write_1h }),
  }),
);

/** `prices:`: the cost of a million tokens of each model. A name without a date includes its dated forms. */
export const pricesSchema = z.record(z.string().min(1), modelPrice, {
  error: (issue) =>
    issue.code === 'invalid_key'
      ? 'expected the name of a model, found an empty text'
      : expected(
          `a mapping of models to prices such as {${EXAMPLE_MODELS.openai.id}: {input: ${EXAMPLE_MODELS.openai.input}, output: ${EXAMPLE_MODELS.openai.output}}}`,
        )(issue),
});
