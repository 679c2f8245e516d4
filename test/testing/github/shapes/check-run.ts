import type { JsonObject } from '../json.ts';
import type { FakeCheckRun, FakeRepository } from '../state.ts';
import { actionsAppShape } from './app.ts';
import { nodeId } from './user.ts';

/** The REST shape `check-run`. */
export function checkRunShape(check: FakeCheckRun, repository: FakeRepository, api: string): JsonObject {
  const url = `${api}/repos/${repository.fullName}/check-runs/${check.id}`;
  return {
    id: check.id,
    name: check.name,
    node_id: nodeId('CR', check.id),
    head_sha: check.headSha,
    external_id: check.externalId ?? '',
    url,
    html_url: `https://github.com/${repository.fullName}/runs/${check.id}`,
    details_url: check.detailsUrl,
    status: check.status,
    conclusion: check.conclusion,
    started_at: check.startedAt,
    completed_at: check.completedAt,
    output: {
      ...check.output,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: check.id + 1 },
    app: actionsAppShape(api),
    pull_requests: [],
  };
}

/** The REST shape `check-annotation`. */
export function checkAnnotationShape(
  annotation: JsonObject,
  check: FakeCheckRun,
  repository: FakeRepository,
): JsonObject {
  return {
    start_column: null,
    end_column: null,
    title: null,
    raw_details: null,
    ...annotation,
    blob_href: `https://github.com/${repository.fullName}/blob/${check.headSha}/${String(annotation['path'])}`,
  };
}
