import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { changedKey } from '#domain/config/policy-words.ts';
import { cutEnd } from '#domain/cut.ts';
import type { Reason } from '#domain/gate/decision.ts';
import { canonicalJson, type JsonObject } from '#domain/json.ts';
import type { BasePolicy } from './base-policy.ts';
import { named, note } from './reason.ts';

/** Inputs of this run and of main's nearest by name, `null` for the default. */
export interface RunInputs {
  readonly main: JsonObject;
  readonly here: JsonObject;
}

/** Of a run and main's nearest; `null` if one of them does not have them. */
export function inputsOf({ run }: Pick<ResultsFile, 'run'>, baseline: BaselineLookup): RunInputs | null {
  const main = baseline.kind === 'none' ? undefined : baseline.runs[0].results.run.inputs;
  return main === undefined || run.inputs === undefined ? null : { main, here: run.inputs };
}

/** What the change does to the files that start the run: its workflow, and everything beside it. */
export function workflowReasons({ workflow, changed }: Pick<BasePolicy, 'workflow' | 'changed'>): readonly Reason[] {
  return [...ownWorkflowReasons(workflow), ...besideWorkflowReasons(workflow.path, changed)];
}

/** Composite actions, reusable workflows and scripts also decide what runs with which inputs. */
function besideWorkflowReasons(path: string, changed: BasePolicy['changed']): readonly Reason[] {
  if (changed === null) return [];
  if ('problem' in changed) {
    const words = `can't tell whether this change edits other files below .github: ${changed.problem}`;
    return [note('workflow_unknown', words)];
  }
  const files = changed.files.filter((file) => file.startsWith('.github/') && file !== path);
  if (files.length === 0) return [];
  const words = `this change edits ${named(files)}: review what changed below .github, because the workflow that runs this check may use it`;
  return [note('automation_changed', words)];
}

/** Inputs in which a run differs from main's nearest: whoever changes a workflow, or what it reads, may have set them. */
export function inputReasons(inputs: RunInputs | null): readonly Reason[] {
  if (inputs === null) return [];
  const names = [...new Set([...Object.keys(inputs.main), ...Object.keys(inputs.here)])].sort();
  const of = (side: JsonObject, name: string) => (Object.hasOwn(side, name) ? (side[name] ?? null) : null);
  const words = names
    .map((key) => ({ key, base: of(inputs.main, key), head: of(inputs.here, key) }))
    .filter(({ base, head }) => canonicalJson(base) !== canonicalJson(head))
    .map((change) => cutEnd(changedKey(change), LONGEST_INPUT));
  return words.length === 0
    ? []
    : [note('inputs_differ', `inputs differ from those of main's run: ${words.join('; ')}`)];
}

/** Lists of cases may be long. */
const LONGEST_INPUT = 200;

function ownWorkflowReasons(workflow: BasePolicy['workflow']): readonly Reason[] {
  const { path, state } = workflow;
  if (state === 'same') return [];
  if (state === 'unknown')
    return [
      note(
        'workflow_unknown',
        `can't tell whether this change edits the workflow that runs it: ${path} ${workflow.problem}`,
      ),
    ];
  const what = state === 'new' ? `adds the workflow that runs it, ${path}` : `edits the workflow that runs it, ${path}`;
  return [
    note(
      'workflow_changed',
      `this change ${what}: review that file, because it decides what runs and with which inputs`,
    ),
  ];
}
