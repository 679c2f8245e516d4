import { join } from 'node:path';
import type { MainAnswers } from '#application/ports.ts';
import { ANSWERS_FILE } from '#domain/baseline/results/trajectories-file.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { ModelAccessRequest } from './model-access.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** How a run takes part in the reuse of main's answers. */
export interface AnswersOfRun {
  readonly open: NonNullable<ModelAccessRequest['answers']>;
  /** Set once a run of a change has opened its models; `null` for a run of main. */
  readonly served: () => MainAnswers | null;
}

/** Main keeps its answers beside its results; a change is served them. `null`: the policy that applies does not say `reuse`. */
export async function answersOfRun(
  { facts, output_folder, run_all = false }: WorkspaceRequest,
  { config }: LoadedSuite,
): Promise<AnswersOfRun | null> {
  if (!config.reuse) return null;
  const { recordAnswers, serveAnswers } = await import('#adapters/models/cassettes/main-answers.ts');
  const masks = config.request_masks;
  if (facts.run.side === 'baseline')
    return {
      open: (redact) => recordAnswers(join(output_folder, ANSWERS_FILE), { redact, masks }),
      served: () => null,
    };
  if (run_all) return null;
  let served: MainAnswers | null = null;
  return {
    open(redact) {
      const answers = serveAnswers({ redact, masks });
      served = answers;
      return answers;
    },
    served: () => served,
  };
}
