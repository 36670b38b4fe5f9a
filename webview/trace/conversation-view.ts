import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import { t } from '../words';
import type { Block } from './conversation';
import { messageView, noAnswer } from './message';
import type { TracePanel } from './panel';
import type { Shown } from './state';

function messages(panel: TracePanel, shown: Shown, block: Block): unknown {
  const turns = Array.from({ length: block.to - block.from }, (_, index) => block.from + index);
  return turns.map((turn) => messageView(panel, shown, turn));
}

/** A block is drawn when it is near the visible part and changed; else it is an empty box of its height. */
function blockView(panel: TracePanel, shown: Shown, block: Block): TemplateResult {
  // Set as a property: the page's policy refuses style attributes.
  const style = block.near ? '' : `block-size: ${String(block.height)}px`;
  return html`<div class="block" data-block=${block.index} .style=${style}>
    ${guard([block.near, block.version], () => (block.near ? messages(panel, shown, block) : nothing))}
  </div>`;
}

export function conversationView(panel: TracePanel, shown: Shown): unknown {
  const { blocks } = shown.conversation;
  return keyed(
    shown,
    html`<div class="turns" role="feed" aria-label=${t('conversation.title')}>
      ${blocks.map((block) => blockView(panel, shown, block))} ${shown.turn < 0 ? noAnswer(panel) : nothing}
    </div>`,
  );
}
