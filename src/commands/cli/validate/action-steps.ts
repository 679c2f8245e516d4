import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Issue } from '#common/document/issue.ts';
import type { DocumentPath, LocatedDocument } from '#common/document/located-document.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject, type Json } from '#common/json.ts';

/** A step of a workflow that uses this action. */
export interface ActionStep {
  readonly document: LocatedDocument;
  readonly workflow: Mapping;
  readonly job: Mapping;
  readonly step: Mapping;
  /** Its place in the document. */
  readonly at: DocumentPath;
  /** Whether other steps of its job run at the same time, because it is one of the background. */
  readonly beside: boolean;
  /** Steps of its job before it. */
  readonly before: readonly Mapping[];
  /** What starts the workflow, with the options of each event. */
  readonly events: Mapping;
  readonly inputs: Mapping;
  /** Variables that the workflow, the job and the step set, as they are written. */
  readonly env: Mapping;
  readonly permissions: Json | undefined;
}

/** A mapping of a workflow; empty where there is none. */
export type Mapping = { readonly [name: string]: Json | undefined };

/** The steps of all workflows of a repository that use this action, and what is wrong with those that can't be read. */
export async function actionSteps(
  root: string,
): Promise<{ readonly steps: readonly ActionStep[]; readonly issues: readonly Issue[] }> {
  const folder = '.github/workflows';
  const names = await readdir(join(root, folder)).catch(() => []);
  const found = names.sort().map(async (name) => {
    const text = /\.ya?ml$/.test(name) ? await readFile(join(root, folder, name), 'utf8').catch(() => '') : '';
    const parsed = text.includes(ACTION) ? parseDocument(text, `${folder}/${name}`) : { issues: [] };
    return 'issues' in parsed ? { ...parsed, steps: [] } : { steps: stepsIn(parsed.document), issues: [] };
  });
  const read = await Promise.all(found);
  return { steps: read.flatMap(({ steps }) => steps), issues: read.flatMap(({ issues }) => issues) };
}

const ACTION = 'agent-eval-action';
const USES = new RegExp(`(?:^|/)${ACTION}(?:@|$)`);

function stepsIn(document: LocatedDocument): readonly ActionStep[] {
  const workflow = mappingOf(document.value);
  return Object.entries(mappingOf(workflow['jobs'])).flatMap(([name, value]) => {
    const job = mappingOf(value);
    const steps = [job['steps'] ?? []]
      .flat()
      .flatMap((value, index) => placedSteps(value, ['jobs', name, 'steps', index]));
    return steps.flatMap(({ step, at, beside }, index) =>
      USES.test(String(step['uses']))
        ? {
            ...{ document, workflow, job, step, at, beside },
            before: steps.slice(0, index).map((other) => other.step),
            events: eventsOf(workflow['on']),
            inputs: mappingOf(step['with']),
            env: { ...mappingOf(workflow['env']), ...mappingOf(job['env']), ...mappingOf(step['env']) },
            permissions: job['permissions'] ?? workflow['permissions'],
          }
        : [],
    );
  });
}

interface PlacedStep extends Pick<ActionStep, 'step' | 'at' | 'beside'> {}

/** A step, or those that `parallel` starts together. */
function placedSteps(value: Json, at: DocumentPath): readonly PlacedStep[] {
  const { parallel, ...step } = mappingOf(value);
  if (!Array.isArray(parallel)) return [{ step, at, beside: step['background'] === true }];
  return parallel.map((one, index) => ({ step: mappingOf(one), at: [...at, 'parallel', index], beside: true }));
}

/** `on: push`, `on: [push]` and `on: {push: …}` say the same. */
function eventsOf(on: Json | undefined): Mapping {
  if (isJsonObject(on)) return on;
  return Object.fromEntries([on ?? []].flat().map((event) => [String(event), null]));
}

/** A value as a mapping. */
export function mappingOf(value: Json | undefined): Mapping {
  return isJsonObject(value) ? value : {};
}
