import { PROVIDER_KEYS } from '#commands/compose/agent-environment.ts';
import { postComment } from '#github/comment/comment.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import type { SuiteFacts } from '#report/suites/suite-section.ts';
import type { GithubSession } from '../session/github-session.ts';
import { ownComment } from './own-comment.ts';

/** A run that ended before it had a verdict. */
export interface NothingRun {
  /** What kept it, in the few words of an overview. */
  readonly words: string;
  /** The same as Markdown, of at most so many bytes. */
  readonly render: (limit: number) => string;
}

/** What telling takes of a session. */
export type TellingSession = Pick<GithubSession, 'run' | 'environment' | 'publishing' | 'progress' | 'stop'>;

/**
 * A comment must not go on to show the verdict of an older commit, so its section says that this one could not be run; none is created just
 * to say so, as the job is red. A shard leaves it to the merge.
 */
export async function tellNothingRun(session: TellingSession, { words, render }: NothingRun): Promise<void> {
  const facts = { verdict: 'error', words: `Agent eval could not run: ${words}`, brief: words } as const;
  for (const warning of await tellSection(session, facts, render)) session.progress.warn(warning);
}

/** Writes the section of this run into the comment, without a report; one that is not there is made if the comment always is. */
export async function tellSection(
  { run, environment, publishing, stop }: TellingSession,
  { verdict, words, brief }: Pick<SuiteFacts, 'verdict' | 'words' | 'brief'>,
  render: (limit: number) => string,
): Promise<readonly string[]> {
  const { inputs, event } = run;
  const values = [...PROVIDER_KEYS, ...inputs.passEnv, ...inputs.mcpEnv].flatMap((name) => environment[name] ?? []);
  const redact = secretRedactor([inputs.githubToken, ...values]);
  if (event.kind !== 'pull_request' || inputs.comment === 'never' || inputs.shard !== null) return [];
  const { warnings } = await postComment(publishing, {
    ...ownComment(run, event, stop.signal),
    mode: verdict === 'running' ? inputs.comment : 'failures',
    changed: false,
    failed: false,
    facts: {
      name: inputs.key === '' ? inputs.config : inputs.key,
      verdict,
      words: redact(words),
      brief: redact(brief),
      sentence: '',
    },
    render: (limit) => redact(render(limit)),
  });
  return warnings;
}
