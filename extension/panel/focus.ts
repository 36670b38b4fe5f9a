import { commands } from 'vscode';
import type { View } from '../../core/protocol/panel';

/**
 * The context key that guards the panels' keys. `activeWebviewPanelId` would not do: it is also true while the caret is
 * in the tree or the palette. One panel has the focus; a late blur of another one changes nothing.
 */
export interface PanelFocus {
  set(owner: object, view: View, focused: boolean): void;
}

export function createPanelFocus(): PanelFocus {
  let owner: object | undefined;
  return {
    set(panel, view, focused) {
      if (!focused && owner !== panel) return;
      owner = focused ? panel : undefined;
      void commands.executeCommand('setContext', 'loop.panelFocus', focused ? view : undefined);
    },
  };
}
