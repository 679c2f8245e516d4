import { systemClock } from '#commands/terminal/clock.ts';
import type { ModelAccess, ModelAccessRequest } from './model-access.ts';
import { openModelAccess } from './open-model-access.ts';

/** Who may be asked, with which key, and what pays for it. */
export interface GradersRequest
  extends Pick<ModelAccessRequest, 'config' | 'environment' | 'allowed_hosts' | 'budget' | 'redact'> {
  /** What is needed of them. */
  readonly needs: { readonly judge: boolean; readonly embedding: boolean };
}

/** Models that grade, `null` where they are not needed. */
export interface Graders extends Pick<ModelAccess, 'judge' | 'embedding' | 'close'> {
  /** Why the judge can't be asked although it is needed, a sentence part; `null`: it can, or is not needed. */
  readonly no_judge: string | null;
}

/**
 * The judge of a config and its model of embeddings, without its agent: they spend from one budget, and share the limiter of a host.
 * `problem`: embeddings can't be asked for, a sentence part.
 */
export async function openGraders(request: GradersRequest): Promise<Graders | { readonly problem: string }> {
  const { config, needs, ...shared } = request;
  if (needs.judge && config.judge === null) return withoutJudge(request, 'the config names no judge');
  const opened = await openModelAccess({
    ...shared,
    // Nobody runs: neither agent nor simulated user need a key.
    config: {
      ...config,
      agent: { kind: 'recorded', file: '', needs: [] },
      simulated_user: null,
      // Audits are part of runs.
      judge: config.judge === null ? null : { ...config.judge, audit: null },
      embedding: needs.embedding ? config.embedding : null,
    },
    judges: needs.judge,
    replay: 'off',
    cassette_folder: '',
    clock: systemClock,
  });
  if ('problem' in opened) return needs.judge ? withoutJudge(request, opened.problem) : opened;
  const { judge, embedding, missing_keys, judge_missing, close } = opened.access;
  if (missing_keys.length === 0 && judge_missing.length === 0) return { judge, embedding, no_judge: null, close };
  await close();
  if (needs.judge && missing_keys.length === 0)
    return withoutJudge(request, `${judge_missing.join(', ')} is empty or missing`);
  return { problem: `similarity by embeddings needs ${missing_keys.join(', ')}, which is empty or missing` };
}

/** The others, and why the judge is not among them. */
async function withoutJudge(request: GradersRequest, no_judge: string): ReturnType<typeof openGraders> {
  const others = await openGraders({ ...request, needs: { ...request.needs, judge: false } });
  return 'problem' in others ? others : { ...others, no_judge };
}
