import { join } from 'node:path';
import type { OtherArms } from '#application/comparing/run-arms.ts';
import type { NamedSuite } from '#application/load/load-suite.ts';
import { resultsText } from '#domain/baseline/results/results-text.ts';
import { withCeilings } from '#domain/config/fingerprint.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { redactResults } from '#domain/report/redaction/redact-results.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import { type OpenSide, openSide, type SidePlace } from './open-side.ts';

/** The arms of an agent that are not judged, open. */
export interface OpenArms extends OtherArms {
  /** Removes what any of them must not show. */
  readonly redact: (text: string) => string;
  close(): Promise<void>;
}

/** Opens the arms beside the judged one, or says why one of them can't be opened. They run under the rules of `suite`. */
export async function openArms(
  suite: LoadedSuite,
  arms: readonly NamedSuite[],
  request: WorkspaceRequest,
  place: Omit<SidePlace, 'folder'>,
): Promise<OpenArms | { readonly problem: string }> {
  const opened: OpenSide[] = [];
  const close = async () => {
    for (const side of opened) await side.close();
  };
  for (const arm of arms) {
    const folder = join(request.output_folder, 'arms', arm.name);
    const side = await openSide({ name: arm.name, suite: underRulesOf(suite, arm.suite) }, request, {
      ...place,
      folder,
    });
    if ('problem' in side) {
      await close();
      return { problem: `arm ${arm.name}: ${side.problem}` };
    }
    opened.push(side);
  }
  const redact = (text: string) => opened.reduce((clean, side) => side.redact(clean), text);
  return {
    own: String(suite.config.agent_path.at(-1)),
    sides: opened.map(({ side }) => side),
    redact,
    async store({ name }, results) {
      const sink = opened.find(({ side }) => side.name === name)?.sink;
      await sink?.finish(new Map([['results.json', resultsText(redactResults(results, redact)).parts]]));
    },
    close,
  };
}

/** The policy is that of the judged arm, which may be the base commit's. */
function underRulesOf(suite: LoadedSuite, arm: LoadedSuite): LoadedSuite {
  const { agent, agent_path } = arm.config;
  const { model_agent, mcp = null, overlay = [], treatment } = arm;
  const conditions = withCeilings(arm.conditions, suite.config.limits);
  return { ...suite, config: { ...suite.config, agent, agent_path }, model_agent, mcp, overlay, treatment, conditions };
}
