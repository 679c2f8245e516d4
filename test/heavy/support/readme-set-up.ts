import { program } from '#test/support/program.ts';
import { call, step } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { ofKind } from '../../repository/support/documents.ts';

/** A fenced block of a document, by kind and place among its kind. */
export const text = (kind: string, document: string, index = 0): string => ofKind(kind, document)[index]?.text ?? '';

/** The files of the five-minute set-up, and the agent that somebody has. */
export const SET_UP = {
  // This agent needs no packages, and a test installs none.
  'agent-eval.yml': text('config', 'docs/your-agent.md').replace(
    'pip install -r requirements.txt',
    'python3 --version',
  ),
  'evals/refunds.yml': text('cases', 'docs/your-agent.md'),
  'agent.py': program('plain-openai.py'),
};

/** A model that does what the first case of README asks for. */
export const refunds: ModelScript = (request) => {
  const usage = { input: 400, output: 25 };
  if (step(request) === 1) return { calls: [call('lookup_order', { order_id: 'A89268' })], usage };
  if (step(request) === 2) return { calls: [call('issue_refund', { order_id: 'A89268', amount: 19.99 })], usage };
  return { text: 'Your refund is on its way.', usage };
};

export const KEY = 'sk-the-real-key-of-the-workflow';

/** The environment of a step that has the key. */
export function environment({ base_urls }: { readonly base_urls: { readonly openai: string } }) {
  return { OPENAI_BASE_URL: base_urls.openai, OPENAI_API_KEY: KEY };
}
