import type { JsonObject } from './json.ts';
import type { FakeRepository, FakeUser } from './state.ts';

/** An event as a workflow gets it: its payload, the `github` context and the run's own row that follow from it. */
export type FakeEvent = {
  readonly name: string;
  readonly payload: JsonObject;
  readonly github: EventContext;
  readonly run: EventRun;
};

/** The part of the `github` context that depends on the event. Empty strings as on the runner. */
export type EventContext = {
  /** `GITHUB_SHA`: for pull requests GitHub's merge commit. */
  readonly sha: string;
  readonly ref: string;
  readonly headRef: string;
  readonly baseRef: string;
};

/** What the run of an event says of itself in the REST API. */
export type EventRun = {
  readonly headSha: string;
  readonly headBranch: string;
  readonly headRepository: FakeRepository;
  readonly actor: FakeUser;
  readonly pullRequests: readonly number[];
};
