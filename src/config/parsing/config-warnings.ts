import type { DocumentPath } from '#common/document/located-document.ts';
import { pathText } from '#common/document/path-text.ts';
import { isJsonObject } from '#common/json.ts';
import { captureOf } from '../capture.ts';
import type { Config } from '../config.ts';
import { literalWarnings } from '../literal-warnings.ts';
import { variantsOf } from './agents-of.ts';

/** A problem of a config, and its place. */
export interface ConfigProblem {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Oddities of a config that prevent nothing from running. */
export function configWarnings(config: Config): readonly ConfigProblem[] {
  const variants = variantsOf(config);
  return [
    ...variants.flatMap(({ agent, agent_path: path }) => literalWarnings(agent, path)),
    ...inAll(variants.map(unreadKeys)),
    ...unreadRules(config),
  ];
}

/** What one agent does not use, another may. */
function inAll([first = [], ...others]: readonly (readonly ConfigProblem[])[]): readonly ConfigProblem[] {
  const isIn = (problems: readonly ConfigProblem[], { path }: ConfigProblem) =>
    problems.some((other) => pathText(other.path) === pathText(path));
  return first.filter((problem) => others.every((problems) => isIn(problems, problem)));
}

/** Keys about model calls although none are seen, and about estimating tokens although all are counted. */
function unreadKeys(config: Config): readonly ConfigProblem[] {
  const capture = captureOf(config.agent);
  if (capture === 'wire' || capture === 'model') {
    const message = 'has no effect: the tokens of every model call are counted; remove the key';
    return config.usage_estimate === null ? [] : [{ path: ['usage', 'estimate'], message }];
  }
  if (config.simulated_user !== null || config.embedding !== null || config.judge !== null) return [];
  const message =
    capture === 'imported'
      ? 'has no effect: no model call is seen; remove the key'
      : 'has no effect: no model call is seen without `agent.record`; remove the key or record the agent';
  return config.replay.mode === 'off' ? [] : [{ path: ['replay'], message }];
}

function unreadRules({ gate, gate_document: document }: Config): readonly ConfigProblem[] {
  if (gate.method !== 'threshold') return [];
  const passRate = document['pass_rate'];
  return [
    { path: ['gate', 'confidence'], isWritten: 'confidence' in document },
    { path: ['gate', 'pass_rate', 'rule_out'], isWritten: isJsonObject(passRate) && 'rule_out' in passRate },
  ]
    .filter(({ isWritten }) => isWritten)
    .map(({ path }) => ({
      path,
      message: 'has no effect with `method: threshold`, which compares plain numbers; remove the key',
    }));
}
