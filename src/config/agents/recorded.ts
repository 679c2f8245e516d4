import { workspacePathSchema } from '#common/document/workspace-path.ts';
import type { RecordedAgentConfig } from '../config.ts';
import type { AgentKind } from './agent-kind.ts';

/** `agent.recorded`: trajectories from a file. */
export const recordedKind: AgentKind<typeof workspacePathSchema, RecordedAgentConfig> = {
  schema: workspacePathSchema,
  takes: ['needs'],
  otherwise: 'on recorded trajectories; remove the key',
  contradictions: () => [],
  read: (file, { needs }) => ({ kind: 'recorded', file, needs: needs ?? [] }),
};
