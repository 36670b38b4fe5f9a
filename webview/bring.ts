/**
 * Scrolls one element of the page and nothing around it: the platform's own way moves the page and the editor's frame, too.
 * `nearest` moves only as far as the end of what is wanted comes into view, and never past its beginning; `above` is the
 * share of the visible height that what stands before it keeps.
 */
export function bring(element: Element, where: 'start' | 'center' | 'nearest', above = 0): void {
  const area = scroller(element);
  if (!area) return;
  const style = getComputedStyle(area);
  const before = parseFloat(style.scrollPaddingBlockStart) || 0;
  const after = parseFloat(style.scrollPaddingBlockEnd) || 0;
  const box = element.getBoundingClientRect();
  const room = area.getBoundingClientRect();
  const over = box.top - (room.top + Math.max(before, above * room.height));
  const under = box.bottom - (room.bottom - after);
  if (where === 'start') area.scrollTop += over;
  else if (where === 'center') area.scrollTop += (over + under) / 2;
  else if (over < 0) area.scrollTop += over;
  else if (under > 0) area.scrollTop += Math.min(over, under);
}

function scroller(element: Element): Element | undefined {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return undefined;
}
