import { DidChangeConfigurationNotification, DidChangeWatchedFilesNotification } from 'vscode-languageserver/node';
import type { RegisterFeature } from '../state';

/** Files whose coming, going or changing bears on what is said about others. */
const watched = [
  '**/[Ss][Kk][Ii][Ll][Ll].[Mm][Dd]',
  '**/*.judge.md',
  '**/*.{grader,dataset}.{yaml,yml}',
  '**/skills/**',
  '**/*.schema.json',
  // A line is added with every commit: experts are compared with the last one.
  '**/.git/logs/HEAD',
];

/** Settings and files around the documents: when they change, everything is looked at anew. */
export const registerWatching: RegisterFeature = ({ connection, rubrics, settings, client }) => {
  connection.onDidChangeConfiguration(() => {
    settings.forget();
    rubrics.changed();
  });
  connection.onDidChangeWatchedFiles(() => rubrics.changed());
  return {
    capabilities: () => ({}),
    started() {
      const { workspace } = client();
      if (workspace?.didChangeConfiguration?.dynamicRegistration) {
        void connection.client.register(DidChangeConfigurationNotification.type, { section: 'loop' });
      }
      if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
        const watchers = watched.map((globPattern) => ({ globPattern }));
        void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
      }
    },
  };
};
