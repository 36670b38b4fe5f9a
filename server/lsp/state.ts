import {
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type ServerCapabilities,
  TextDocuments,
} from 'vscode-languageserver/node';
import * as z from 'zod';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { inEnglish, type Say, sayFrom } from '../../core/lint/codes/say';
import type { EngineLink } from './engine-link';
import { Rubrics } from './rubrics';
import { StoreFacts } from './store-facts';
import { Settings } from './settings';

/** What every language feature works with. */
export interface State {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly link: EngineLink;
  readonly settings: Settings;
  /** What is wrong with the files people write. */
  readonly rubrics: Rubrics;
  /** What the window's store knows, once one is open. */
  readonly facts: StoreFacts;
  /** Absolute `file:` URIs of the workspace folders; kept current. */
  folders(): readonly string[];
  readonly client: () => ClientCapabilities;
  /** The editor runs our extension, whose commands can be named. */
  readonly hasCommands: () => boolean;
  /** The words of the editor's language. */
  readonly say: () => Say;
  /** Address of the page about a code; `undefined` where none is at hand. */
  readonly pageOf: (code: string) => string | undefined;
  start(params: InitializeParams): void;
  started(): void;
}

/** One capability of the server: registers its handlers when made, says what it can do when asked. */
export interface Feature {
  capabilities(client: ClientCapabilities): ServerCapabilities;
  /** The client is ready: dynamic registrations and first requests go here. */
  started?(): void;
  /** The client is going: timers end, nothing more is sent. */
  stop?(): void;
}

/** What our own extension says when it starts the server; other editors may say the same. */
const ownOptions = z.object({ commands: z.boolean(), pages: z.string(), words: z.record(z.string(), z.string()) }).partial();

export type RegisterFeature = (state: State) => Feature;

export function makeState(connection: Connection, link: EngineLink): State {
  let folders: string[] = [];
  let client: ClientCapabilities = {};
  let options: z.infer<typeof ownOptions> = {};
  let say: Say = inEnglish;
  const documents = new TextDocuments(TextDocument);
  const settings = new Settings(connection, () => client.workspace?.configuration === true);
  const facts = new StoreFacts(link);
  const rubrics = new Rubrics(
    documents,
    settings,
    () => folders,
    () => facts.current,
    (grader) => facts.evidence(grader),
    () => say,
  );
  facts.onChanged(() => rubrics.changed());
  return {
    connection,
    documents,
    link,
    settings,
    rubrics,
    facts,
    folders: () => folders,
    client: () => client,
    hasCommands: () => options.commands === true,
    say: () => say,
    pageOf: (code) => options.pages?.replace('{code}', code),
    start(params) {
      folders = (params.workspaceFolders ?? []).map((folder) => folder.uri);
      client = params.capabilities;
      const parsed = ownOptions.safeParse(params.initializationOptions);
      options = parsed.success ? parsed.data : {};
      say = options.words ? sayFrom(options.words) : inEnglish;
    },
    started() {
      if (!client.workspace?.workspaceFolders) return;
      connection.workspace.onDidChangeWorkspaceFolders((change) => {
        const gone = new Set(change.removed.map((folder) => folder.uri));
        folders = [...folders.filter((uri) => !gone.has(uri)), ...change.added.map((folder) => folder.uri)];
        settings.forget();
        rubrics.changed();
      });
    },
  };
}
