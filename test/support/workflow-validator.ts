import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** Something GitHub's own language service objects to; line and column from 1. */
export interface WorkflowProblem {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

type LanguageService = typeof import('@actions/languageservice');

let service: Promise<LanguageService> | null = null;
let documents = 0;

/**
 * What GitHub's language service says about a workflow, or about an action when `name` is action.yml: schema, events,
 * permissions, expressions and their contexts. It knows no action but its own, so inputs of `uses:` are not judged.
 */
export async function workflowProblems(text: string, name = 'workflow.yml'): Promise<readonly WorkflowProblem[]> {
  service ??= loadLanguageService();
  const { validate } = await service;
  documents += 1;
  // The service caches by URI: the same URI again gives the first file's problems.
  const uri = pathToFileURL(`/${documents}/${name}`).href;
  const diagnostics = await validate(TextDocument.create(uri, 'yaml', 1, text), {});
  return diagnostics.map(({ severity, range, message }) => ({
    severity: SEVERITIES[severity ?? 1],
    line: range.start.line + 1,
    column: range.start.character + 1,
    message: typeof message === 'string' ? message : message.value,
  }));
}

const SEVERITIES = { 1: 'error', 2: 'warning', 3: 'information', 4: 'hint' } as const;

/** The package imports JSON without the attribute that Node demands; while it loads, the attribute is added. */
async function loadLanguageService(): Promise<LanguageService> {
  const hooks = registerHooks({
    load(url, context, next) {
      if (!url.endsWith('.json')) return next(url, context);
      return next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } });
    },
  });
  try {
    return await import('@actions/languageservice');
  } finally {
    hooks.deregister();
  }
}
