import { canonicalJson, type JsonObject } from '#common/json.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import type { BasePolicy } from './base-policy.ts';
import { note } from './reason.ts';

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

/** What the change does to the files that start the run: its workflow, and everything next to it. */
export function workflowReasons({ workflow, changed }: Pick<BasePolicy, 'workflow' | 'changed'>): readonly Reason[] {
  return [...ownWorkflowReasons(workflow), ...besideWorkflowReasons(workflow.path, changed)];
}

/** Composite actions, reusable workflows and scripts also decide what runs with which inputs. */
function besideWorkflowReasons(path: string, changed: BasePolicy['changed']): readonly Reason[] {
  if (changed === null) return [];
  if ('problem' in changed)
    return [note('workflow_changed', { kind: 'unknown', path: null, problem: changed.problem })];
  const files = changed.files.filter((file) => file.startsWith('.github/') && file !== path);
  return files.length === 0 ? [] : [note('workflow_changed', { kind: 'others', files })];
}

/** Inputs in which a run differs from main's nearest: a change of the workflow, or of what it reads, may have set them. */
export function inputReasons(inputs: RunInputs | null): readonly Reason[] {
  if (inputs === null) return [];
  const names = [...new Set([...Object.keys(inputs.main), ...Object.keys(inputs.here)])].sort();
  const of = (side: JsonObject, name: string) => (Object.hasOwn(side, name) ? (side[name] ?? null) : null);
  const changes = names
    .map((key) => ({ key, base: of(inputs.main, key), head: of(inputs.here, key) }))
    .filter(({ base, head }) => canonicalJson(base) !== canonicalJson(head));
  return changes.length === 0 ? [] : [note('inputs_differ', { changes })];
}

function ownWorkflowReasons(workflow: BasePolicy['workflow']): readonly Reason[] {
  const { path, state } = workflow;
  if (state === 'same') return [];
  if (state === 'unknown') return [note('workflow_changed', { kind: 'unknown', path, problem: workflow.problem })];
  return [note('workflow_changed', { kind: state === 'new' ? 'new' : 'edited', path })];
}
