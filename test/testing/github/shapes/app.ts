import type { JsonObject } from '../json.ts';
import { nodeId, userShape } from './user.ts';

/** The REST shape `integration` of the App behind `GITHUB_TOKEN`. */
export function actionsAppShape(api: string): JsonObject {
  return {
    id: 15368,
    slug: 'github-actions',
    node_id: nodeId('A', 15368),
    owner: userShape({ login: 'github', id: 9919, type: 'Organization' }, api),
    name: 'GitHub Actions',
    description: 'Automate your workflow from idea to production',
    external_url: 'https://help.github.com/en/actions',
    html_url: 'https://github.com/apps/github-actions',
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2025-03-07T16:35:00Z',
    permissions: { actions: 'write', checks: 'write', contents: 'write', issues: 'write', metadata: 'read' },
    events: ['check_run', 'pull_request', 'push', 'workflow_run'],
  };
}
