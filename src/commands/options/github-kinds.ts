import { MOST_SHARDS, parseShard, type Shard } from '#cases/suite/selection/shard.ts';
import { isInnerPath, type Kind, kindOf, quote } from './kinds.ts';

/** Where the baseline comes from; `path` is relative to the workspace. */
export type BaselineInput =
  | { readonly kind: 'auto' }
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly path: string };

/** The source of the action's baseline. */
export const baselineSource: Kind<BaselineInput> = {
  ...kindOf(
    'where',
    '"auto", "none" or "file:PATH" with a path relative to the repository, such as "file:evals/baseline.json"',
    (text): BaselineInput | null => {
      if (text === 'auto' || text === 'none') return { kind: text };
      const path = /^file:(.+)$/.exec(text)?.[1]?.trim();
      return path !== undefined && isInnerPath(path) ? { kind: 'file', path } : null;
    },
  ),
  stored: (baseline) => (baseline.kind === 'file' ? `file:${baseline.path}` : baseline.kind),
};

/** The name of a suite among several; empty for the only one. */
export const suiteKey: Kind<string, string> = {
  placeholder: 'name',
  absent: '',
  read(text) {
    if (!/^[A-Za-z0-9._-]{0,64}$/.test(text))
      return {
        problems: [`is ${quote(text)}; expected at most 64 letters, digits, dots, dashes or underscores`],
      };
    return /(?:^|-)shard-\d+$/.test(text)
      ? { problems: [`is ${quote(text)}; names with this ending are reserved for shards; choose another`] }
      : { value: text };
  },
};

/** One of several jobs that share the cases. */
export const shard: Kind<Shard> = kindOf(
  'i/n',
  `which shard of how many, such as "2/4", the first of them at most the second and the second at most ${MOST_SHARDS}; or nothing to run all cases`,
  parseShard,
);

/** The label that starts an evaluation; GitHub's names have 50 characters, and two are made from it. */
export const startLabel: Kind<string> = kindOf('label', 'a name of at most 44 characters', (text) =>
  /^[^\p{Cc}]{1,44}$/u.test(text) && text.trim() === text ? text : null,
);

/** A workflow of this repository, as `.github/workflows/NAME`. */
export const workflowFile: Kind<string> = kindOf(
  'file',
  'the name of a file in .github/workflows, such as "agent-eval.yml"',
  (text) => {
    if (!/^(?:\.github\/workflows\/)?[\w. -]+\.ya?ml$/.test(text)) return null;
    return text.includes('/') ? text : `.github/workflows/${text}`;
  },
);

/** A secret that no message shows. */
export const token: Kind<string, string> = {
  placeholder: 'token',
  absent: '',
  missing: 'is empty; leave the input out to use the token of the job, or give it a secret that exists',
  read: (text) => ({ value: text }),
};
