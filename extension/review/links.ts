import { commands, env, l10n, Uri, window } from 'vscode';
import type { Host } from '../host';
import type { TraceMessages } from './trace-panels';
import { revealInLog } from './reveal';

/** What the trace panel asks of the rest of the host. */
export function traceMessages(host: Host): TraceMessages {
  return {
    handle(message) {
      switch (message.type) {
        case 'copy':
          return env.clipboard.writeText(message.text);
        case 'open_link':
          return openLink(message.url);
        case 'open_origin':
          return revealInLog(host, message.trace);
        case 'open_draft': {
          const command = message.gold ? 'loop.review.gold_in_editor' : 'loop.review.fix_in_editor';
          return commands.executeCommand(command, message.trace, undefined, message.turn, message.typed);
        }
        case 'run':
          return commands.executeCommand(runs[message.name]);
        case 'showing':
          return undefined;
      }
    },
  };
}

const runs = {
  import: 'loop.import.choose',
  build: 'loop.dataset.build',
  filter: 'loop.review.filter',
  ask_model: 'loop.review.ask_model',
} as const;

/** A link of a conversation leads where a stranger wanted: its target is shown whole before it is opened. */
async function openLink(url: string): Promise<void> {
  const open = l10n.t('Open Link');
  const copy = l10n.t('Copy Link');
  const question = l10n.t('Open this link from the conversation?');
  const answer = await window.showWarningMessage(question, { modal: true, detail: url }, open, copy);
  if (answer === copy) await env.clipboard.writeText(url);
  if (answer === open) await env.openExternal(Uri.parse(url, true));
}
