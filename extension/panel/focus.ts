import { commands } from 'vscode';
import type { View } from '../../core/protocol/panel';

/**
 * The context key that guards the panels' keys. `activeWebviewPanelId` would not do: it is also true while the caret is
 * in the tree or the palette. One panel has the focus; a late blur of another one changes nothing.
 */
export interface PanelFocus {
  /** What the page says of itself. */
  set(owner: object, view: View, focused: boolean): void;
  /**
   * The panel is about to have the focus: keys are its own from now on, so that none is lost while its page is being
   * loaded. The claim ends when the page has the focus, or by itself when it never comes.
   */
  claim(owner: object, view: View): void;
  /** The panel is not in front any more. */
  release(owner: object): void;
}

/** A page that has not come by then will not, in milliseconds. */
const longestClaim = 5000;

export function createPanelFocus(tell: (view: View | undefined) => void = tellEditor): PanelFocus {
  let owner: object | undefined;
  let claimed: ReturnType<typeof setTimeout> | undefined;
  const give = (panel: object | undefined, view: View | undefined) => {
    clearTimeout(claimed);
    claimed = undefined;
    owner = panel;
    tell(view);
  };
  const release = (panel: object) => {
    if (owner === panel) give(undefined, undefined);
  };
  return {
    set(panel, view, focused) {
      if (focused) give(panel, view);
      // A page that is only just there has no focus yet.
      else if (claimed === undefined) release(panel);
    },
    claim(panel, view) {
      give(panel, view);
      claimed = setTimeout(() => release(panel), longestClaim);
    },
    release,
  };
}

function tellEditor(view: View | undefined): void {
  void commands.executeCommand('setContext', 'loop.panelFocus', view);
}
