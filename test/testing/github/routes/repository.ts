import { ok } from '../http.ts';
import { repositoryShape } from '../shapes/repository.ts';
import type { Routes } from './route.ts';

/** The repository itself. */
export const repositoryRoutes: Routes = {
  'repos/get': {
    needs: { level: 'read', scopes: ['metadata', 'contents'] },
    answer: ({ state, api }) => ok(repositoryShape(state.repository, api)),
  },
  'repos/get-collaborator-permission-level': {
    needs: null,
    answer({ state, params }) {
      const permission = state.collaborators.get(params['username'] ?? '') ?? 'read';
      return ok({ permission, role_name: permission, user: null });
    },
  },
};
