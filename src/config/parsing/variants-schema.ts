import * as z from 'zod';
import { variantSpecsSchema } from '#cases/suite/schemas/variants-schema.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { VariantsConfig } from '../config.ts';
import { userModelSchema } from './user-model-schema.ts';

const DEFAULT_FILE = 'agent-eval-variants.json';

/** No variants, unless a case has its own. */
export const NO_VARIANTS: VariantsConfig = { kinds: [], model: null, file: DEFAULT_FILE };

const whole = strictMapping({
  kinds: variantSpecsSchema.describe('How every case is varied, unless it says so itself').exactOptional(),
  model: userModelSchema.describe('The model that writes paraphrases and translations').exactOptional(),
  file: workspacePathSchema
    .describe(`The committed file with what it wrote, from the folder of this file; default ${DEFAULT_FILE}`)
    .exactOptional(),
});

/** `variants:` of a config. A list is short for its kinds. */
export const variantsSchema = z.union(
  [
    variantSpecsSchema.transform((kinds): VariantsConfig => ({ ...NO_VARIANTS, kinds })),
    whole.transform(
      ({ kinds, model, file }): VariantsConfig => ({
        kinds: kinds ?? [],
        model: model ?? null,
        file: file ?? DEFAULT_FILE,
      }),
    ),
  ],
  { error: expected('a list such as [typos, casing], or a mapping with `kinds`, `model` and `file`') },
);
