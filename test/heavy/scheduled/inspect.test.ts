import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { pythonEnvironment } from '../support/python-environment.ts';

/**
 * A suite that the real Inspect runs against its own mock model: what it logs is what the reader expects. It runs once a week and not in
 * `.ci/run`: Inspect and its 79 packages take 300 MB and more than a minute to install.
 */

const TASKS = `
import json
from pathlib import Path
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import generate

# Inspect loads a task in the folder of its file.
BEHAVIOUR = json.loads((Path(__file__).parent.parent / "agent.json").read_text())

def answer(messages, tools, tool_choice, config):
    order = messages[-1].text
    if BEHAVIOUR.get("throws") == order:
        raise RuntimeError("the order book is shut")
    text = "I can not do that" if BEHAVIOUR.get("wrong") == order else "Refunded 19.99"
    output = ModelOutput.from_content("mockllm", text)
    # Else Inspect downloads a table to count them.
    output.usage = ModelUsage(input_tokens=100, output_tokens=12, total_tokens=112)
    return output

@task
def refunds():
    orders = ["mug", "late", "lamp"]
    return Task(
        dataset=[Sample(id=order, input=order, target="Refunded") for order in orders],
        model=get_model("mockllm/model", custom_outputs=answer),
        solver=generate(),
        scorer=includes(),
    )
`;

function behaves(behaviour: { readonly wrong?: string; readonly throws?: string }): WorkspaceFiles {
  return { 'agent.json': JSON.stringify(behaviour) };
}

async function inspectSuite(): Promise<WorkspaceFiles> {
  const { python, env } = await pythonEnvironment('inspect');
  const options = ['--log-format', 'json', '--log-dir', '{results}', '--display', 'plain'];
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: [python, '-m', 'inspect_ai', 'eval', 'evals/refunds.py', ...options],
        results: 'inspect',
        env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
      },
      trials: { min: 3, max: 10 },
    }),
    'evals/refunds.py': TASKS,
    ...behaves({}),
  };
}

it('Inspect: a sample that breaks is red by fresh rounds of both sides; a model that throws ends the run with exit code 0 and is never green', async (openScene) => {
  const scene = await openScene(await inspectSuite());
  await scene.storeMain();

  const same = await scene.runPull({ 'README.md': 'Refunds of orders.' });
  expect(same.outputs['verdict'], same.stdout).toBe('pass');

  const broken = await scene.runPull(behaves({ wrong: 'late' }));
  expect(broken.outputs['verdict'], broken.stdout).toBe('fail');
  expect(broken.stdout).toMatch(/when main and this change were tried again just now/);
  expect(broken.stdout).toContain('evals/refunds.py-refunds-late broke');

  const thrown = await scene.runPull(behaves({ throws: 'lamp' }));
  // Samples that it did not come to make the round void; where all had begun, the one that threw failed.
  expect(['fail', 'error'], thrown.stdout).toContain(thrown.outputs['verdict']);
});
