import type { JsonObject } from '#common/json.ts';

/** A body without a model takes it from the path, where Azure has the name of a deployment. */
export function withDeployment(body: JsonObject, path: string): JsonObject {
  const deployment = /\/deployments\/([^/?]+)/.exec(path)?.[1];
  return deployment === undefined || body['model'] !== undefined ? body : { ...body, model: deployment };
}
